export type Tabla = {
  /** The file's name in the archive, in her words. */
  archivo: string
  tabla: string
  columnas?: string
  /** Which rows are hers, where the rules of the table show her others as well. */
  de?: string
  /** Columns that put its rows in an order that does not move between two pages. */
  orden: string
}

/**
 * Everything that is kept about her, for «Descargar mis datos»: row level policies decide which rows that is.
 * `tests/datos.test.ts` fails for a table of hers that is missing here.
 */
export const TABLAS: readonly Tabla[] = [
  { archivo: 'perfil', tabla: 'profiles', de: 'id', orden: 'id' },
  { archivo: 'alarma', tabla: 'alarma_ajustes', de: 'user_id', orden: 'user_id' },
  { archivo: 'contactos', tabla: 'contactos_emergencia', de: 'user_id', orden: 'id' },
  { archivo: 'alertas', tabla: 'alertas', de: 'user_id', orden: 'id' },
  { archivo: 'entregas', tabla: 'entregas', de: 'user_id', orden: 'id' },
  { archivo: 'eventos', tabla: 'eventos_peligro', de: 'user_id', orden: 'id' },
  { archivo: 'llegadas', tabla: 'llegadas', de: 'user_id', orden: 'id' },
  { archivo: 'diario', tabla: 'diario_personal', de: 'user_id', orden: 'fecha' },
  { archivo: 'llave-del-diario', tabla: 'cofre_ranuras', de: 'user_id', orden: 'id' },
  { archivo: 'cofre', tabla: 'cofre', de: 'user_id', orden: 'clase,periodo' },
  { archivo: 'sellos-del-registro', tabla: 'registro_sellos', de: 'user_id', orden: 'numero' },
  { archivo: 'agenda', tabla: 'agenda_personal', de: 'user_id', orden: 'id' },
  { archivo: 'descargas', tabla: 'descargas_libros', de: 'user_id', orden: 'libro_id' },
  { archivo: 'historias', tabla: 'historias', de: 'es_mia', orden: 'id' },
  { archivo: 'mensajes', tabla: 'mensajes_sala', de: 'user_id', orden: 'id' },
  { archivo: 'resenas', tabla: 'reseñas_terapeutas', de: 'user_id', orden: 'id' },
  { archivo: 'invitaciones', tabla: 'referidos', de: 'invitador_id', orden: 'id' },
  { archivo: 'suscripciones', tabla: 'suscripciones', de: 'user_id', orden: 'id' },
  { archivo: 'bloqueos', tabla: 'bloqueos', de: 'user_id', orden: 'bloqueada_id' },
  {
    archivo: 'decisiones-del-equipo',
    tabla: 'suspensiones',
    columnas: 'id, alcance, motivo, creada_en, hasta, apelacion, apelada_en, respuesta, resuelta_en',
    de: 'user_id',
    orden: 'id',
  },
  {
    archivo: 'eventos-y-talleres',
    tabla: 'plazas',
    columnas: 'encuentro_id, en_espera, recordar, pedida_en',
    de: 'user_id',
    orden: 'encuentro_id',
  },
  {
    archivo: 'escrito-al-equipo',
    tabla: 'mensajes_soporte',
    columnas: 'id, del_equipo, texto, codigo, creado_en',
    de: 'user_id',
    orden: 'id',
  },
  {
    archivo: 'conversacion-con-el-equipo',
    tabla: 'hilos_soporte',
    columnas: 'ultimo_en, espera_desde, avisar',
    de: 'user_id',
    orden: 'id',
  },
  {
    archivo: 'recados-del-equipo',
    tabla: 'recados',
    columnas: 'id, clase, texto, creado_en',
    de: 'user_id',
    orden: 'id',
  },
  { archivo: 'guardias', tabla: 'guardias', de: 'user_id', orden: 'id' },
  { archivo: 'papeles-en-el-equipo', tabla: 'integrantes', de: 'user_id', orden: 'papel' },
  { archivo: 'avisos-en-el-telefono', tabla: 'suscripciones_push', de: 'user_id', orden: 'id' },
  { archivo: 'politicas-aceptadas', tabla: 'aceptaciones_legales', de: 'user_id', orden: 'politica_id' },
  { archivo: 'videollamadas', tabla: 'Salas', de: 'creada_por', orden: 'id' },
  {
    archivo: 'reportes-del-directorio',
    tabla: 'reportes_apoyo',
    columnas: 'id, asociacion_id, telefono, creado_en',
    orden: 'id',
  },
  {
    archivo: 'sugerencias-del-directorio',
    tabla: 'sugerencias_apoyo',
    columnas: 'id, asociacion_id, texto, telefono, estado, creada_en, atendida_en',
    orden: 'id',
  },
  {
    archivo: 'reportes-de-las-salas',
    tabla: 'reportes_sala',
    columnas: 'id, origen, contenido, motivo, detalle, estado, creado_en',
    orden: 'id',
  },
]
