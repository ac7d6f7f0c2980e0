-- Rules for every table and function of the project, also those that later migrations add.
create temp view tablas as
  select format('%I.%I', n.nspname, c.relname) as nombre, c.*
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'interno') and c.relkind in ('r', 'p');
create temp view funciones as
  select p.oid::regprocedure::text as nombre, n.nspname as esquema, p.*
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'interno');

select prueba.cierto('row level security is on and forced: ' || nombre, relrowsecurity and relforcerowsecurity) from tablas;
select prueba.cierto('a comment says whose it is: ' || nombre, obj_description(oid, 'pg_class') is not null) from tablas;
select prueba.cierto('a key: ' || nombre, exists (select from pg_constraint where conrelid = t.oid and contype = 'p')) from tablas t;
select prueba.cierto('a view asks as the user who reads it: ' || c.relname, c.reloptions @> array['security_invoker=true'])
from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v';
select prueba.cierto('nothing else is exposed', count(*) = 0, string_agg(relname, ', '))
from pg_class where relnamespace = 'public'::regnamespace and relkind in ('m', 'f');

select prueba.cierto('a fixed search_path: ' || nombre, proconfig @> array['search_path=""']) from funciones;
select prueba.cierto('a comment says what it does: ' || nombre, obj_description(oid, 'pg_proc') is not null) from funciones;
-- A visitor with a code has no account: the function itself checks the code.
create temp view con_codigo (proname) as values
  ('acusar_entrega'), ('agregar_via'), ('confirmar_contacto'), ('confirmar_numero'), ('dejar_de_ser_contacto'), ('probar_via'),
  ('abrir_cerrojo'), ('alertar_con_ficha'), ('enviar_ya_con_ficha'), ('lugar_con_ficha'), ('ver_con_ficha'),
  ('quitar_via'), ('responder_alerta'), ('responder_invitacion'), ('ver_alerta'), ('ver_camino'), ('ver_invitacion'),
  -- How reliable the installation is: counts of everybody.
  ('confiabilidad'),
  -- What the page that sells the plan says of it.
  ('hay_encuentros_premium');
select prueba.cierto('visitors run nothing but what a code opens: ' || nombre,
  has_function_privilege('anon', oid, 'execute') = (esquema = 'public' and proname in (select proname from con_codigo))) from funciones;
select prueba.cierto('not open to everyone: ' || nombre,
  proacl is not null and not exists (select from aclexplode(proacl) where grantee = 0)) from funciones;
select prueba.cierto('nothing exposed runs with its owner''s rights but her own devices, leaving, what waits for its day and what a code opens', count(*) = 0, string_agg(nombre, ', '))
from funciones where prosecdef and esquema = 'public' and proname not in (select proname from con_codigo)
  and proname not in ('cambios_pendientes', 'cancelar_cambio', 'cerrar_equipo', 'eliminar_mi_cuenta', 'mis_equipos', 'mis_sesiones');
select prueba.cierto('asked for every row, it reads who asks once and not for every row: ' || nombre, prosrc !~* '[^:]=\s*auth\.(uid|jwt)\(\)')
from funciones f
where exists (
  select from pg_policies p where p.schemaname in ('public', 'realtime', 'storage')
    and coalesce(p.qual, '') || coalesce(p.with_check, '') ~ ('\m' || f.esquema || '\.' || f.proname || '\(')
);
select prueba.cierto('functions with their owner''s rights are those that were reviewed',
  array_agg(proname::text order by proname) = array[
    'abrir_alerta',
    'abrir_cerrojo',
    'abrir_hilo',
    'aceptar_al_entrar',
    'aceptar_convocatoria',
    'acusar_entrega',
    'agregar_lugar',
    'agregar_via',
    'alarma_por_evento',
    'alertar_con_ficha',
    'anotar_archivo',
    'anotar_bitacora',
    'anotar_envio',
    'anotar_envios',
    'anotar_historial_apoyo',
    'anotar_llamada',
    'anotar_por_cancelar',
    'anotar_recibo',
    'apelaciones',
    'apelar',
    'apuntarme',
    'archivo_del_dia',
    'archivos_borrados',
    'archivos_por_borrar',
    'atender_hilo',
    'atender_pendientes',
    'avisar_apelacion',
    'avisar_codigo',
    'avisar_historia',
    'avisar_peligro',
    'bloqueos_de_quien_pregunta',
    'borrar_archivos',
    'buscar_miembros',
    'cabe_en_su_diario',
    'cambios_pendientes',
    'cancelar_baja',
    'cancelar_cambio',
    'cerrar_alerta',
    'cerrar_equipo',
    'cifras',
    'cifras_de_alertas',
    'cola_revision',
    'cola_soporte',
    'compartir_posicion',
    'confiabilidad',
    'confirmar_contacto',
    'confirmar_numero',
    'contar_archivo',
    'contar_escritura',
    'corregir_programada',
    'cumplir_expulsion',
    'dar_senal',
    'dar_vida',
    'decidio_otra',
    'decidir',
    'declarar_identidad',
    'dejar_de_ser_contacto',
    'deshacer',
    'desligar_escritos',
    'despedir_alertas',
    'detener_desde_aqui',
    'detener_devolucion',
    'eliminar_mi_cuenta',
    'entrar_llamada',
    'enviar_ya',
    'enviar_ya_con_ficha',
    'es_admin',
    'es_admitida',
    'es_editora',
    'es_moderadora',
    'es_soporte',
    'escritos_de_expulsadas',
    'estado_admin',
    'estado_de_la_casa',
    'exigir_conocida',
    'exigir_vista',
    'fechar_sala_video',
    'fijar_direccion',
    'frenar_escritura',
    'fue_admitida',
    'gastar_clave_de_un_uso',
    'guardar_medidas',
    'guardar_miradas',
    'guardar_sello',
    'guardias_de_la_semana',
    'hallar_archivo',
    'hay_devolucion',
    'hay_encuentros_premium',
    'hoy_del_equipo',
    'informar_fallo',
    'iniciar_acompanamiento',
    'iniciar_llegada',
    'invitar_contacto',
    'juntar_pulsaciones',
    'leer_hilo',
    'levantar_velada',
    'limitar',
    'llamada_ocupa',
    'llamadas_de_quien_pregunta',
    'llamadas_en_curso',
    'lugar_con_ficha',
    'lugar_de_llegada',
    'medidas_veladas',
    'medir_autora',
    'medir_una_vez',
    'mi_correo',
    'mirar_agenda',
    'mirar_decision',
    'mirar_si_se_muestra',
    'mis_comunicados',
    'mis_confianzas',
    'mis_decisiones',
    'mis_encuentros',
    'mis_equipos',
    'mis_papeles',
    'mis_sesiones',
    'mostrar_autora',
    'mostrarse',
    'mostro_codigo_de_correo',
    'mostro_factor',
    'ocultarse',
    'olvidar_bloqueos',
    'olvidar_caminos',
    'olvidar_clave_de_un_uso',
    'papeles_de',
    'participa',
    'pausar_autora',
    'pedir_devolucion',
    'pedir_ficha',
    'pedir_renovacion',
    'plazas_por_encuentro',
    'politicas_programadas',
    'poner_cerrojo',
    'preparar_comunicado',
    'preparar_convocatoria',
    'preparar_ranura_del_equipo',
    'preparar_suscripcion_push',
    'probar_alarma',
    'probar_via',
    'prolongar_llegada',
    'proteger_integrante',
    'prueba_de_sesion',
    'publicar_politica',
    'quien_me_vio',
    'quitar_cerrojo',
    'quitar_ranura_del_equipo',
    'quitar_via',
    'recibir_confirmacion',
    'recibir_cuenta',
    'recobrar_medidas',
    'recomenzar_al_cerrar',
    'recomenzar_devolucion',
    'registrar_codigos',
    'relevar_codigo',
    'renovar_por_expulsion',
    'resolver_apelacion',
    'responder_alerta',
    'responder_hilo',
    'responder_invitacion',
    'responder_llegada',
    'retirar_archivos',
    'retirar_archivos_del_dia',
    'retirar_plan',
    'retirar_programada',
    'retirar_registro',
    'revisar_casa',
    'sacar_de_llamadas',
    'seguir_contacto',
    'seguir_correo',
    'seguir_encuentro',
    'seguir_vedada',
    'siguiente_envio',
    'soltar',
    'soltar_avisos',
    'soltar_avisos_al_cambiar',
    'soltar_codigos',
    'soltar_comunicado',
    'soltar_fichas',
    'soltar_plaza',
    'soltar_plazas_de_expulsada',
    'soltar_recordatorio',
    'soltar_recordatorios',
    'terminar_acompanamiento',
    'terminar_llegada',
    'tiene_papel',
    'tomar',
    'tomar_devolucion',
    'tomar_envios',
    'traer_lugar',
    'ver_alerta',
    'ver_camino',
    'ver_con_ficha',
    'ver_invitacion',
    'ver_miembro',
    'vigilar_admision',
    'vigilar_cuenta_nueva',
    'vigilar_guardia',
    'vigilar_nombre'
  ], string_agg(proname, ', ' order by proname))
from funciones where prosecdef;

select prueba.cierto('an index for the foreign key ' || conname, exists (
  select from pg_index i where i.indrelid = c.conrelid and i.indisvalid and i.indpred is null
    and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] <@ c.conkey
)) from pg_constraint c where contype = 'f' and conrelid in (select oid from tablas);

select prueba.cierto(format('policy for members alone: %s on %s', polname, polrelid::regclass),
  polroles = array['authenticated'::regrole::oid]
  or (polrelid in ('public.politicas_legales'::regclass, 'public.numeros_emergencia'::regclass) and polcmd = 'r'))
from pg_policy;
select prueba.cierto(format('policy asks for admission: %s on %s', policyname, tablename),
  coalesce(qual, '') || coalesce(with_check, '') ~ 'es_admitida|participa|es_(admin|moderadora|editora|soporte)'
  -- A press alone is written before the second factor was shown (segundo_paso).
  or (tablename, cmd) = ('eventos_peligro', 'INSERT') and with_check ~ 'fue_admitida'
  or (schemaname, tablename) in (('interno', 'ajustes'), ('interno', 'admisiones'))
  or (tablename in ('politicas_legales', 'numeros_emergencia') and cmd = 'SELECT'))
from pg_policies;
select prueba.cierto(format('policy asks each question once: %s on %s', policyname, tablename),
  regexp_replace(coalesce(qual, '') || coalesce(with_check, ''), '\( SELECT (auth\.uid\(\)|interno\.(es|fue)_admitida\(\)|interno\.participa\(\)|interno\.es_(admin|moderadora|editora|soporte)\(\)|interno\.mi_correo\(\)) AS \w+\)', '', 'g')
    !~ 'auth\.|_admitida|participa|es_(admin|moderadora|editora|soporte)|mi_correo|current_setting')
from pg_policies;
select prueba.cierto(format('policy never asks user_metadata: %s', policyname),
  coalesce(qual, '') || coalesce(with_check, '') !~ 'metadata|jwt') from pg_policies;
select prueba.cierto(format('one policy for each verb of %s', polrelid::regclass), count(*) = 1)
from pg_policy where polrelid <> 'storage.objects'::regclass group by polrelid, polcmd having polcmd <> '*';
-- Files of all buckets lie in one table; each kind of bucket has its own policies.
select prueba.cierto(format('a policy for files names its bucket: %s', policyname),
  coalesce(qual, with_check) ~ 'es_su_foto|es_archivo_publicable|es_de_su_diario') from pg_policies where tablename = 'objects';
select prueba.cierto('no policy for all verbs at once', count(*) = 0) from pg_policy where polcmd = '*';

select prueba.cierto('visitors may read the legal policies, emergency numbers and nothing else',
  array_agg(t.nombre order by t.nombre) = array['public.numeros_emergencia', 'public.politicas_legales'])
from tablas t where has_any_column_privilege('anon', t.oid, 'select');
select prueba.cierto('visitors write nothing', count(*) = 0)
from tablas t where has_any_column_privilege('anon', t.oid, 'insert, update') or has_table_privilege('anon', t.oid, 'delete, truncate');
select prueba.cierto('members neither truncate nor refer nor hang triggers', count(*) = 0)
from tablas t where has_table_privilege('authenticated', t.oid, 'truncate, references, trigger');
select prueba.cierto('visitors do not enter schema interno', not has_schema_privilege('anon', 'interno', 'usage'));

select prueba.cierto('live is what the circles and her alerts need, and nothing else',
  array_agg(tablename::text order by tablename) = array['alertas', 'entregas', 'llegadas', 'mensajes_sala', 'presentes_llamada', 'pulso_revision', 'reportes_sala', 'salas_comunidad', 'senales'])
from pg_publication_tables where pubname = 'supabase_realtime';

-- What the team looks up is written down, or counted, in the statement that answers: over rows the REST API casts, filters and counts, and a
-- request can make that fail after the answer, which rolls back line and count. A single value cannot be cast or filtered.
with recursive llama as (
  select p.oid, p.proname, m[1] as llamada
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace, regexp_matches(p.prosrc, '\m(?:interno|public)\.("?[[:alnum:]_]+"?)\s*\(', 'g') m
  where n.nspname in ('public', 'interno')
), lleva (destino, oid, proname) as (
  select llamada, oid, proname from llama where llamada in ('anotar_mirada', 'limitar', 'tiene_papel')
  union
  select v.destino, a.oid, a.proname from lleva v join llama a on a.llamada = v.proname
), de_la_equipo as (
  select p.oid, p.proname, p.proretset or t.typtype in ('c', 'p') and p.prorettype <> 'void'::regtype or p.proargmodes && '{o,b,t}' as filas
  from pg_proc p join pg_type t on t.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute') and (
    exists (select from lleva v where v.oid = p.oid and v.destino = 'anotar_mirada')
    or exists (select from lleva v where v.oid = p.oid and v.destino = 'limitar') and exists (select from lleva v where v.oid = p.oid and v.destino = 'tiene_papel')
  )
)
select prueba.cierto('no lookup of the team is answered in rows', not coalesce(bool_or(filas), false), string_agg(proname, ', ') filter (where filas)),
  prueba.cierto('there are such functions', count(*) filter (where proname in ('buscar_miembros', 'ver_miembro', 'leer_hilo', 'apelaciones')) = 4, string_agg(proname, ', '))
from de_la_equipo;
