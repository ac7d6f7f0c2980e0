-- What a fresh installation starts with. May be run again: rows are known by a stable key and never overwritten.
-- A later correction ships as a migration that leaves alone what the admin has edited since (docs/operations.md).

-- Photos of members: read by their public address, written by their owner (migration almacen).
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('profiles', 'profiles', true, 5 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

-- Circles: one for each icon. The list shows the newest first, so the moments give their order.
insert into public.salas_comunidad (clave, icono, nombre, descripcion, created_at) values
  ('amor-propio', 'amor_propio', 'Amor propio',
   'Para aprender a tratarnos con la misma ternura que damos a las demás.', '2026-01-01 10:00:00+00'),
  ('maternidad', 'maternidad', 'Maternidad',
   'Dudas, cansancio, risas y logros de todos los días con nuestras hijas e hijos.', '2026-01-01 09:00:00+00'),
  ('maternidad-solitaria', 'maternidad_solitaria', 'Maternar en solitario',
   'Para las que sostienen la casa y la crianza por su cuenta. Aquí no estás sola.', '2026-01-01 08:00:00+00'),
  ('crecimiento-personal', 'crecimiento_personal', 'Crecimiento personal',
   'Metas pequeñas, hábitos nuevos y la compañía para sostenerlos.', '2026-01-01 07:00:00+00'),
  ('emprendimiento', 'emprendimiento', 'Emprendimiento',
   'Ideas, números y ánimo para el negocio que tienes o el que sueñas.', '2026-01-01 06:00:00+00'),
  ('sexualidad', 'sexualidad', 'Sexualidad',
   'Preguntas sin vergüenza y respuestas con respeto, a tu ritmo.', '2026-01-01 05:00:00+00'),
  ('espiritualidad', 'espiritualidad', 'Espiritualidad',
   'Cada una con su fe o su silencio: un lugar para compartir lo que nos da calma.', '2026-01-01 04:00:00+00'),
  ('club-lectura', 'club_lectura', 'Club de lectura',
   'Un libro a la vez, muchas voces. Cuenta qué lees y qué te movió.', '2026-01-01 03:00:00+00'),
  ('belleza', 'belleza', 'Belleza a tu manera',
   'Cuidarte porque te gusta, no porque toque: trucos, recetas y espejos amables.', '2026-01-01 02:00:00+00'),
  ('cafe-virtual', 'cafe_virtual', 'Café virtual',
   'Para platicar de lo que sea, como en la mesa de siempre con las amigas.', '2026-01-01 01:00:00+00')
on conflict (clave) do nothing;

-- Emergency numbers, read from the published pages named beside them; nobody has dialled them yet.
insert into public.numeros_emergencia (codigo_iso, pais, numeros, fuente_url, fuente_fecha) values
  ('MX', 'México', array['911'],
   'https://www.gob.mx/segob/prensa/conferencia-de-prensa-del-secretario-ejecutivo-del-sistema-nacional-de-seguridad-publica-alvaro-vizcaino-zamora', '2016-10-03'),
  ('AR', 'Argentina', array['911', '101', '107', '100'],
   'https://github.com/daviddrysdale/python-phonenumbers/blob/4920fee9ffce2733141b1d2b962020f47494ef93/python/phonenumbers/shortdata/region_AR.py', null),
  ('BO', 'Bolivia', array['110'],
   'https://github.com/daviddrysdale/python-phonenumbers/blob/4920fee9ffce2733141b1d2b962020f47494ef93/python/phonenumbers/shortdata/region_BO.py', null),
  ('BR', 'Brasil', array['190', '192', '193'],
   'https://github.com/daviddrysdale/python-phonenumbers/blob/4920fee9ffce2733141b1d2b962020f47494ef93/python/phonenumbers/shortdata/region_BR.py', null),
  ('CL', 'Chile', array['133', '131', '132'],
   'https://www.latercera.com/nacional/noticia/la-ultima-apuesta-del-gobierno-en-seguridad-publica-tener-un-acceso-unico-similar-al-911-y-crear-un-sistema-de-proteccion-integrado/', '2025-10-09'),
  ('CO', 'Colombia', array['123'],
   'https://www.radiosantafe.com/2026/02/14/una-llamada-a-la-linea-purpura-en-bogota-puede-cambiarlo-todo-tome-nota/', '2026-02-14'),
  ('CR', 'Costa Rica', array['911'],
   'https://pani.go.cr/llamadas-al-9-1-1-por-violencia-intrafamiliar-se-mantienen-estables/', null),
  ('CU', 'Cuba', array['106', '104', '105'],
   'https://github.com/daviddrysdale/python-phonenumbers/blob/4920fee9ffce2733141b1d2b962020f47494ef93/python/phonenumbers/shortdata/region_CU.py', null),
  ('DO', 'República Dominicana', array['911'],
   'https://github.com/daviddrysdale/python-phonenumbers/blob/4920fee9ffce2733141b1d2b962020f47494ef93/python/phonenumbers/shortdata/region_DO.py', null),
  ('EC', 'Ecuador', array['911'],
   'https://www.teleamazonas.com/actualidad/noticias/sociedad/ayuda-violencia-genero-ecuador-106983/', '2025-11-25'),
  ('SV', 'El Salvador', array['911'],
   'https://www.presidencia.gob.sv/la-pnc-cuenta-con-36-oficinas-de-atencion-de-casos-de-violencia-intrafamiliar-en-todo-el-pais-como-parte-del-esfuerzo-de-prevencion-que-mantiene-el-gobierno/', null),
  ('GT', 'Guatemala', array['110'],
   'http://soy502.com/articulo/linea-emergencia-110', null),
  ('HN', 'Honduras', array['911'],
   'https://tiempo.hn/18-mil-denuncias-violencia-domestica-durante-2024', null),
  ('NI', 'Nicaragua', array['118'],
   'https://github.com/daviddrysdale/python-phonenumbers/blob/4920fee9ffce2733141b1d2b962020f47494ef93/python/phonenumbers/shortdata/region_NI.py', null),
  ('PA', 'Panamá', array['104', '911'],
   'https://tynpanama.com/al-minituo/violencia-de-genero-en-panama-cifras-alarmantes-de-denuncias-en-2021.html', null),
  ('PY', 'Paraguay', array['911'],
   'https://www.abc.com.py/internacionales/2026/01/09/gobierno-paraguayo-habilita-linea-de-whatsapp-para-asistir-a-mujeres-victimas-de-violencia/', '2026-01-09'),
  ('PE', 'Perú', array['105'],
   'https://infobae.com/peru/2024/03/27/central-105-en-riesgo-por-falta-de-equipos-contraloria-detecta-serias-deficiencias-que-evitaria-la-atencion-de-emergencias', '2024-03-27'),
  ('PR', 'Puerto Rico', array['911'],
   'https://github.com/daviddrysdale/python-phonenumbers/blob/4920fee9ffce2733141b1d2b962020f47494ef93/python/phonenumbers/shortdata/region_PR.py', null),
  ('UY', 'Uruguay', array['911'],
   'https://radiolibertadores.com/servicio-telefonico-de-escucha-y-orientacion-para-mujeres-que-sufren-violencia-atendera-las-24-horas', null),
  ('VE', 'Venezuela', array['911'],
   'https://diariodelosandes.com/en-cuarentena-por-coronavirus-han-aumentado-los-casos-de-violencia-contra-la-mujer', null),
  ('ES', 'España', array['112'],
   'https://github.com/daviddrysdale/python-phonenumbers/blob/4920fee9ffce2733141b1d2b962020f47494ef93/python/phonenumbers/shortdata/region_ES.py', null)
on conflict (codigo_iso) do nothing;

-- Support directory: numbers read from the published pages named beside them; nobody has dialled them yet
-- (verificada_el is empty until the admin confirms one).
insert into public.asociaciones_apoyo
  (clave, nombre, descripcion, telefono, url_web, ubicacion, pais, fuente_url, fuente_fecha, visible)
values
  ('mx-linea-de-las-mujeres-079-opcion-1', 'Línea de las Mujeres 079 (opción 1)',
   'Línea federal de la Secretaría de las Mujeres: marca 079 y elige la opción 1. Brinda asesoría jurídica y apoyo emocional gratuitos, las 24 horas, desde cualquier estado.',
   '079', null, 'Todo el país, Nacional', 'México',
   'https://www.jornada.com.mx/2025/11/05/sociedad/039n2soc?partner=rss', '2025-11-05', true),
  ('mx-red-nacional-de-refugios-a-c', 'Red Nacional de Refugios, A.C.',
   'Organización que acompaña a mujeres, hijas e hijos que necesitan salir de una situación de violencia y los canaliza a un refugio. La ubicación de los refugios es confidencial; la atención inicia por teléfono.',
   '+528008224460', 'https://rednacionalderefugios.org.mx', 'Todo el país, Nacional', 'México',
   'https://notigram.com/durango/local/cuando-escuches-a-tus-vecinos-pelear-a-gritos-llama-a-la-policia-hay-una-mujer-en-riesgo-iem-20200415-120442', '2020-04-15', true),
  ('mx-linea-de-la-vida', 'Línea de la Vida',
   'Orientación gratuita y confidencial de la Secretaría de Salud (Conasama) en crisis emocionales, riesgo suicida, adicciones y violencia de género, las 24 horas.',
   '+528009112000', null, 'Todo el país, Nacional', 'México',
   'https://www.eluniversal.com.mx/nacion/promueven-la-linea-de-la-vida-tras-presentar-encuesta-sobre-consumo-de-drogas-asi-puedes-pedir-ayuda/', '2025-12-24', true),
  ('mx-linea-y-chat-nacional-contra-la-trata-de-personas', 'Línea y Chat Nacional contra la Trata de Personas',
   'Recibe reportes anónimos de posible trata o explotación, con atención de especialistas en psicología y derecho las 24 horas. El mismo número responde por WhatsApp.',
   '+528005533000', null, 'Todo el país, Nacional', 'México',
   'https://www.24-horas.mx/2021/03/16/un-chat-para-denunciar-la-trata-de-personas/', '2021-03-16', true),
  ('mx-saptel', 'SAPTEL',
   'Apoyo psicológico por teléfono para momentos de crisis, disponible las 24 horas del día.',
   '+525552598121', null, 'Todo el país, Nacional', 'México',
   'https://sipse.com/novedades/anuncian-linea-de-apoyo-emocional-para-jovenes-cancunenses-477641.html', '2024-09', true),
  ('mx-denuncia-anonima-089', 'Denuncia anónima 089',
   'Línea para reportar violencia u otros delitos sin dar tu nombre. No es un número de emergencia: si hay peligro inmediato, marca 911.',
   '089', null, 'Todo el país, Nacional', 'México',
   'https://afntijuana.info/informacion_general/158270_promueve_inmujer_bc_fiestas_decembrinas_libres_de_violencia', '2024-12-24', true),
  ('mx-linea-sos-mujeres-765', 'Línea SOS Mujeres *765',
   'Línea de emergencia de la Ciudad de México para mujeres en riesgo. Atienden operadoras especializadas las 24 horas y pueden enviar patrulla o ambulancia.',
   '*765', null, 'Todo el estado, Ciudad de México', 'México',
   'https://heraldodemexico.com.mx/edicion-impresa/2024/9/16/linea-sos-mujeres-765-638005.html', '2024-09-16', true),
  ('mx-locatel-ciudad-de-mexico', 'LOCATEL Ciudad de México',
   'Orientación telefónica gratuita del gobierno capitalino, con apoyo psicológico. También puedes marcar *0311.',
   '+525556581111', null, 'Todo el estado, Ciudad de México', 'México',
   'https://zamudionoticias.mx/?p=17586', 'sin fecha visible (2025 por contexto)', true),
  ('mx-consejo-ciudadano-linea-de-seguridad-y-chat-de-confianza', 'Consejo Ciudadano: Línea de Seguridad y Chat de Confianza',
   'Acompañamiento jurídico y psicológico del Consejo Ciudadano para la Seguridad y Justicia; también atiende por WhatsApp en el mismo número.',
   '+525555335533', null, 'Todo el estado, Ciudad de México', 'México',
   'https://el-mexicano.com/nacional/llama-consejo-ciudadano-a-denunciar-casos-de-explotacion-a-menores/2068051', '2020-06-11', true),
  ('mx-linea-sin-violencia-estado-de-mexico', 'Línea Sin Violencia (Estado de México)',
   'Línea gratuita y confidencial de la Secretaría de las Mujeres mexiquense: orientación, contención emocional y, si hace falta, canalización a refugios. Opera las 24 horas.',
   '+528001084053', null, 'Todo el estado, Estado de México', 'México',
   'https://www.eluniversal.com.mx/metropoli/suman-mil-114-mujeres-atendidas-en-refugios-de-victimas-de-violencia-en-edomex-reciben-apoyo-medico-y-psicologico/', '2025-12-27', true),
  ('mx-linea-070-de-la-secretaria-de-las-mujeres-de-nuevo-leon', 'Línea 070 de la Secretaría de las Mujeres de Nuevo León',
   'Asesoría, orientación y canalización para mujeres en Nuevo León. En una emergencia marca 911; también hay Centros Violeta en el Hospital Metropolitano y el Materno Infantil las 24 horas.',
   '070', null, 'Todo el estado, Nuevo León', 'México',
   'https://www.elhorizonte.mx/nuevoleon/comparten-avances-en-contra-de-la-violencia-hacia-las-mujeres/3627840032', 'sin fecha visible (noviembre de 2025 por contexto)', true),
  ('mx-linea-075-de-atencion-a-mujeres-coahuila', 'Línea 075 de atención a mujeres (Coahuila)',
   'Línea estatal gratuita y confidencial con asesoría jurídica, psicológica y acompañamiento para mujeres en Coahuila.',
   '075', null, 'Todo el estado, Coahuila de Zaragoza', 'México',
   'https://www.zocalo.com.mx/entre-el-miedo-y-la-libertad-linea-075-gratuita-ante-el-peligro/', '2025-10-14', true),
  ('mx-linea-mujer-075-colima', 'Línea Mujer 075 (Colima)',
   'Línea estatal que recibe reportes de violencia de género, envía apoyo policial y da seguimiento psicológico y jurídico.',
   '075', null, 'Todo el estado, Colima', 'México',
   'https://elcomentario.ucol.mx/?p=135415', '2024 (sin día visible)', true),
  ('mx-siam-075-secretaria-de-las-mujeres-de-guanajuato', 'SIAM 075, Secretaría de las Mujeres de Guanajuato',
   'Sistema Integral de Atención a la Mujer: línea gratuita las 24 horas, todos los días. También hay WhatsApp: 473 164 0369.',
   '075', null, 'Todo el estado, Guanajuato', 'México',
   'https://notus.com.mx/unidad-violeta-de-leon-acerca-servicios-y-prevencion-de-la-violencia-a-mas-de-2-mil-personas/', '2026-02-05', true),
  ('mx-instituto-de-la-mujer-de-baja-california', 'Instituto de la Mujer de Baja California',
   'Orientación y apoyo confidencial para mujeres en situación de violencia, con oficinas en todo el estado. También se difunde la línea 075.',
   '+526865586364', null, 'Todo el estado, Baja California', 'México',
   'https://afntijuana.info/informacion_general/158270_promueve_inmujer_bc_fiestas_decembrinas_libres_de_violencia', '2024-12-24', true),
  ('mx-instituto-sudcaliforniano-de-las-mujeres-linea-079', 'Instituto Sudcaliforniano de las Mujeres (línea 079)',
   'El estado se sumó a la línea nacional 079, opción 1, que sustituyó a la antigua línea local. Asesoría legal y apoyo emocional las 24 horas.',
   '079', null, 'Todo el estado, Baja California Sur', 'México',
   'https://www.vallartadaily.com/baja-california-sur-joins-national-womens-support-line-079-to-combat-gender-violence/', 'sin fecha visible (2025 por contexto)', true),
  ('mx-secretaria-de-la-mujer-e-igualdad-de-genero-de-chiapas-linea-079', 'Secretaría de la Mujer e Igualdad de Género de Chiapas (línea 079)',
   'Chiapas invita a pedir ayuda y denunciar en la línea 079, que responde las 24 horas y canaliza a los Centros LIBRE del estado.',
   '079', null, 'Todo el estado, Chiapas', 'México',
   'https://www.cuartopoder.mx/chiapas/invitan-a-mujeres-a-denunciar-cualquier-acto-de-violencia/569326', '2026-03-03', true),
  ('mx-instituto-de-las-mujeres-en-tamaulipas-linea-079', 'Instituto de las Mujeres en Tamaulipas (línea 079)',
   'Orientación integral en la línea 079, opción 1. El Instituto opera Casas Violeta en Matamoros, Altamira y Nuevo Laredo y centros regionales con asesoría gratuita.',
   '079', null, 'Todo el estado, Tamaulipas', 'México',
   'https://www.elredactor.mx/2026/02/25/ampliara-instituto-de-las-mujeres-cobertura-en-tamaulipas/', '2026-02-25', true),
  ('mx-gobierno-de-queretaro-linea-079-opcion-1', 'Gobierno de Querétaro: línea 079 (opción 1)',
   'Querétaro puso a disposición de las mujeres víctimas de violencia la línea nacional 079, opción 1, para atención y seguimiento.',
   '079', null, 'Todo el estado, Querétaro', 'México',
   'https://www.noventagrados.com.mx/politica/firma-mauricio-kuri-compromiso-nacional-por-la-vida-la-felicidad-y-el-respeto-a-las-mujeres.htm', '2025-11-25', true),
  ('mx-secretaria-de-las-mujeres-de-tlaxcala-smet', 'Secretaría de las Mujeres de Tlaxcala (SMET)',
   'Línea estatal las 24 horas con asistencia legal, contención emocional y orientación inmediata. WhatsApp Línea Sororidad: 246 222 0027.',
   '+522463313731', null, 'Todo el estado, Tlaxcala', 'México',
   'https://estilotlax.com/smet-fortalece-red-de-atencion-a-mujeres-con-20-centros-libres-que-operan-en-el-estado', 'sin fecha visible (2025 por contexto)', true),
  ('mx-red-de-centros-de-justicia-para-las-mujeres-de-jalisco', 'Red de Centros de Justicia para las Mujeres de Jalisco',
   'Atención jurídica, psicológica y médica en Guadalajara, Tlaquepaque, Tlajomulco, Colotlán y Puerto Vallarta. Si no puedes hablar, escribe por WhatsApp al chat VIOLETA: 33 1415 1002.',
   '+523336681880', null, 'Guadalajara, Jalisco', 'México',
   'https://www.notisistema.com/noticias/cjm-de-jalisco-no-cerraran-en-temporada-vacacional/', 'sin fecha visible (2024 o posterior: ya cuenta cinco sedes)', true),
  ('mx-linea-mujer-del-instituto-de-la-mujer-de-merida', 'Línea Mujer del Instituto de la Mujer de Mérida',
   'Orientación psicológica, legal y social gratuita para mujeres de Mérida y sus comisarías. Si alguien te escucha, pregunta por «Sanitizante Naranja» para pedir ayuda.',
   '+528004557672', null, 'Mérida, Yucatán', 'México',
   'https://puntomedio.mx/instituciones-y-canales-para-denunciar-violencia-de-genero-en-merida-y-yucatan', 'sin fecha visible', true),
  ('mx-codigo-rosa-semujeres-san-luis-potosi', 'Código Rosa, Semujeres San Luis Potosí',
   'Línea de emergencia estatal para mujeres las 24 horas. Para orientación también está el 444 144 2920, de 8:00 a 20:00 horas.',
   '+524441109859', null, 'Todo el estado, San Luis Potosí', 'México',
   'https://slp.contrareplica.mx/index.php/node/80534', 'sin fecha visible (Semana Santa de 2025 por el calendario)', true),
  ('mx-linea-con-nosotras-san-luis-potosi-capital', 'Línea «Con Nosotras» (San Luis Potosí capital)',
   'Línea municipal de apoyo para mujeres que viven violencia, operada con la Secretaría de Seguridad y Protección Ciudadana de la capital potosina.',
   '+524448223635', null, 'San Luis Potosí, San Luis Potosí', 'México',
   'https://closeup.mx/slp/linea-de-apoyo-con-nosotras-llega-al-mercado-la-merced/', '2025-09-21', true),
  ('mx-linea-mujeres-seguras-tabasco', 'Línea Mujeres Seguras (Tabasco)',
   'Línea del Instituto Estatal de las Mujeres, con psicólogas, abogadas y trabajadoras sociales disponibles las 24 horas.',
   '+529933166813', null, 'Todo el estado, Tabasco', 'México',
   'https://elmomentotabasco.mx/tabasco/2024/08/01/atiende-iem-27-mil-llamadas-por-violencia-extrema-contra-mujeres', '2024-08-01', true),
  ('mx-centro-de-justicia-para-las-mujeres-de-cajeme', 'Centro de Justicia para las Mujeres de Cajeme',
   'Atención a mujeres en situación de violencia en el municipio de Cajeme (Ciudad Obregón).',
   '+526444131718', 'https://mujeres.sonora.gob.mx', 'Cajeme, Sonora', 'México',
   'https://diariodelyaqui.mx/sonora/defensoria-de-la-mujer-ya-esta-disponible-en-sonora/116409', '2025-08-22', true),
  ('mx-secretaria-de-las-mujeres-de-sonora-coordinacion-regional-cajeme', 'Secretaría de las Mujeres de Sonora, coordinación regional Cajeme',
   'Asesoría legal y atención psicológica gratuitas (antes Instituto Sonorense de las Mujeres).',
   '+526444121811', 'https://mujeres.sonora.gob.mx', 'Cajeme, Sonora', 'México',
   'https://diariodelyaqui.mx/sonora/defensoria-de-la-mujer-ya-esta-disponible-en-sonora/116409', '2025-08-22', true),
  ('mx-instituto-cajemense-de-la-mujer', 'Instituto Cajemense de la Mujer',
   'Instancia municipal que orienta y acompaña a mujeres en situación de violencia en Cajeme.',
   '+526444105126', null, 'Cajeme, Sonora', 'México',
   'https://diariodelyaqui.mx/sonora/defensoria-de-la-mujer-ya-esta-disponible-en-sonora/116409', '2025-08-22', true),
  ('mx-telmujer-puebla-911', 'TelMujer Puebla (911)',
   'Atención especializada a mujeres en Puebla que hoy se recibe a través del 911.',
   '911', null, 'Todo el estado, Puebla', 'México',
   'https://24horaspuebla.com/2026/01/casas-carmen-serdan-y-centros-libres-apoyan-a-260-mil-mujeres', '2026-01', true),
  ('mx-puerta-violeta-dif-municipal-de-puebla', 'Puerta Violeta, DIF Municipal de Puebla',
   'Asesoría jurídica y acompañamiento psicológico, con refugio temporal para casos de riesgo. Extensiones 225 y 226; WhatsApp las 24 horas: 222 215 2270.',
   '+522222140000', null, 'Puebla, Puebla', 'México',
   'https://traficopuebla.com/?p=42431', 'sin día visible (2026 según el texto)', true),
  ('mx-linea-violeta-instituto-municipal-de-las-mujeres-de-xalapa', 'Línea Violeta, Instituto Municipal de las Mujeres de Xalapa',
   'Orientación y seguimiento a mujeres que viven violencia. También atiende por WhatsApp: 228 315 1570.',
   '+528000002018', null, 'Xalapa, Veracruz de Ignacio de la Llave', 'México',
   'https://www.eldemocrata.com/aumentan-las-atenciones-a-la-violencia-contra-las-mujeres-a-traves-de-la-linea-violeta-alertan/', '2025-06-09', true),
  ('mx-secretaria-de-la-mujer-moreliana-semmujeris-via-policia-morelia', 'Secretaría de la Mujer Moreliana (Semmujeris), vía Policía Morelia',
   'Para pedir apoyo o refugio en Morelia, comunícate con la Policía Morelia; el mismo número recibe WhatsApp y canaliza a Semmujeris.',
   '+524431135000', null, 'Morelia, Michoacán de Ocampo', 'México',
   'https://mimorelia.com/noticias/morelia/semmujeris-registra-cuatro-reportes-de-violencia-familiar-e-infantil-en-la-%C3%BAltima-semana', '2025-12-20', true),
  ('mx-centro-de-justicia-para-mujeres-del-estado-de-hidalgo', 'Centro de Justicia para Mujeres del Estado de Hidalgo',
   'Atención médica, psicológica y jurídica en un solo lugar. Ante violencia física el Centro pide marcar 911, que activa a la Policía Violeta.',
   '911', null, 'Pachuca de Soto, Hidalgo', 'México',
   'https://realidadeshidalgo.com/2024/12/10/centro-de-justicia-para-las-mujeres-atiende-durante-2024-a-mas-de-3-mil-victimas-de-violencia', '2024-12-10', true),
  ('mx-programa-esmeralda-durango', 'Programa Esmeralda (Durango)',
   'Unidad estatal que atiende violencia familiar y de género; se activa llamando al 911 y da traslado, asesoría y resguardo.',
   '911', null, 'Todo el estado, Durango', 'México',
   'https://contextodedurango.com.mx/programa-esmeralda-atendio-375-llamadas-en-una-semana', 'septiembre (año no visible)', true),
  ('ar-linea-144', 'Línea 144',
   'Atención, contención y asesoramiento gratuitos ante la violencia por motivos de género, las 24 horas. No es una línea de emergencia: si hay riesgo inmediato, marca 911.',
   '144', null, 'Todo el país, Nacional', 'Argentina',
   'https://www.cadena3.com/noticia/sociedad/la-linea-144-cumplio-12-anos-como-una-de-las-principales-politicas-publicas-contra-la-violencia-de-genero_465785', '2025-09-18', true),
  ('co-linea-155', 'Línea 155',
   'Orientación gratuita y confidencial para mujeres víctimas de violencia en todo el país, las 24 horas; puede enlazar con emergencias 123 y denuncias 122.',
   '155', null, 'Todo el país, Nacional', 'Colombia',
   'https://www.seguimiento.co/node/51966', 'sin fecha visible (2021 por contexto)', true),
  ('co-linea-purpura-distrital-bogota', 'Línea Púrpura Distrital (Bogotá)',
   'Psicólogas, abogadas y trabajadoras sociales orientan las 24 horas a mujeres que viven violencia en Bogotá. También: línea 195 opción 7 y WhatsApp 300 755 1846.',
   '018000112137', null, 'Bogotá, Bogotá, D. C.', 'Colombia',
   'https://www.radiosantafe.com/2026/02/14/una-llamada-a-la-linea-purpura-en-bogota-puede-cambiarlo-todo-tome-nota/', '2026-02-14', true),
  ('cl-fono-orientacion-1455-sernameg', 'Fono orientación 1455 (SernamEG)',
   'Información y apoyo ante la violencia de género. Atiende gratis de lunes a viernes hábiles, de 8:00 a 00:00; WhatsApp +56 9 9700 7000. En peligro, llama a Carabineros 133.',
   '1455', 'https://minmujeryeg.gob.cl', 'Todo el país, Nacional', 'Chile',
   'https://minmujeryeg.gob.cl/?page_id=4023', 'sin fecha visible (página oficial)', true),
  ('pe-linea-100', 'Línea 100',
   'Línea gratuita del Ministerio de la Mujer y Poblaciones Vulnerables: orientación, consejería y apoyo emocional ante la violencia, las 24 horas.',
   '100', null, 'Todo el país, Nacional', 'Perú',
   'https://www.exitosanoticias.pe/actualidad/linea-100-enero-octubre-2025-registran-mas-296-000-llamadas-casos-violencia-n162917', '2025-11-17', true),
  ('ec-1800-delito-opcion-5', '1800 DELITO (opción 5)',
   'Denuncia gratuita de violencia intrafamiliar: marca 1800 335486 y elige la opción 5. En una emergencia llama al ECU 911.',
   '1800335486', null, 'Todo el país, Nacional', 'Ecuador',
   'https://www.teleamazonas.com/actualidad/noticias/sociedad/ayuda-violencia-genero-ecuador-106983/', '2025-11-25', true),
  ('uy-servicio-0800-4141-inmujeres', 'Servicio 0800 4141 (Inmujeres)',
   'Asesoramiento y escucha para mujeres en situación de violencia de género: gratuito, confidencial y las 24 horas, en todo Uruguay.',
   '08004141', null, 'Todo el país, Nacional', 'Uruguay',
   'https://ladiaria.com.uy/feminismos/articulo/2024/3/mas-de-tres-decadas-asesorando-a-mujeres-victimas-de-violencia-que-alcance-ha-tenido-el-0800-4141-y-como-se-transformo-desde-su-creacion/', '2024-03', true),
  ('py-linea-137-sos-mujer', 'Línea 137 SOS Mujer',
   'Línea gratuita del Ministerio de la Mujer, disponible las 24 horas, con contención, orientación y acceso a albergues.',
   '137', 'https://mujer.gov.py', 'Todo el país, Nacional', 'Paraguay',
   'https://www.abc.com.py/internacionales/2026/01/09/gobierno-paraguayo-habilita-linea-de-whatsapp-para-asistir-a-mujeres-victimas-de-violencia/', '2026-01-09', true),
  ('bo-linea-gratuita-felcv', 'Línea gratuita FELCV',
   'Auxilio y denuncia ante la Fuerza Especial de Lucha contra la Violencia, con alcance nacional y atención las 24 horas.',
   '800140348', null, 'Todo el país, Nacional', 'Bolivia',
   'https://fundacionperiodismo.org/periodismo-por-una-vida-sin-violencia/donde-y-como-denunciar-los-casos-de-violencia-contra-la-mujer/', '2022-01-28', true),
  ('cr-sistema-9-1-1-e-inamu', 'Sistema 9-1-1 e INAMU',
   'En Costa Rica la violencia contra las mujeres se atiende por el 9-1-1, con un centro especializado coordinado con el INAMU. La llamada es gratuita, las 24 horas.',
   '911', 'https://www.inamu.go.cr', 'Todo el país, Nacional', 'Costa Rica',
   'https://pani.go.cr/llamadas-al-9-1-1-por-violencia-intrafamiliar-se-mantienen-estables/', 'sin fecha visible (página oficial, 2020)', true),
  ('gt-linea-1572-del-ministerio-publico', 'Línea 1572 del Ministerio Público',
   'Línea exclusiva para denunciar violencia contra la mujer y pedir auxilio; coordina apoyo con la Policía.',
   '1572', null, 'Todo el país, Nacional', 'Guatemala',
   'https://www.prensalibre.com/guatemala/justicia/llamadas-en-linea-por-violencia-contra-la-mujer-se-disparan-en-medio-de-la-pandemia/', '2020-06', true),
  ('sv-linea-126-de-isdemu', 'Línea 126 de ISDEMU',
   'Atención del Instituto Salvadoreño para el Desarrollo de la Mujer ante la violencia, las 24 horas, todos los días.',
   '126', null, 'Todo el país, Nacional', 'El Salvador',
   'https://www.presidencia.gob.sv/la-pnc-cuenta-con-36-oficinas-de-atencion-de-casos-de-violencia-intrafamiliar-en-todo-el-pais-como-parte-del-esfuerzo-de-prevencion-que-mantiene-el-gobierno/', 'sin fecha visible (página oficial, 2019 o posterior)', true),
  ('hn-linea-114-vivir-sin-miedo', 'Línea 114 «Vivir sin Miedo»',
   'Línea de la Policía Nacional para mujeres en situación de violencia, con atención inmediata y apoyo psicológico las 24 horas.',
   '114', null, 'Todo el país, Nacional', 'Honduras',
   'https://proceso.hn/detenciones-por-violencia-domestica-y-familiar-suman-150-en-lo-que-va-de-2025/', '2025-08-08', true),
  ('pa-linea-182-del-ministerio-de-la-mujer', 'Línea 182 del Ministerio de la Mujer',
   'Denuncia y asistencia gratuita para mujeres que viven cualquier tipo de violencia, las 24 horas.',
   '182', null, 'Todo el país, Nacional', 'Panamá',
   'https://prensa.com/sociedad/panama-registra-19-femicidios-en-2024-gobierno-anuncia-herramientas-de-proteccion', '2024-12-17', true),
  ('do-linea-mujer-212', 'Línea Mujer *212',
   'Línea de emergencia del Ministerio de la Mujer: coordina rescates y el ingreso a casas de acogida para mujeres e hijas e hijos en riesgo.',
   '*212', null, 'Todo el país, Nacional', 'República Dominicana',
   'https://hoy.com.do/vivir/marca-211-numero-salvarte-victima-violencia_1062209.html', '2025-11-26', true),
  ('do-linea-vida-211', 'Línea Vida *211',
   'Línea del Ministerio Público para pedir ayuda o denunciar violencia de género e intrafamiliar. Desde noviembre de 2025 sustituye al 809-200-1202.',
   '*211', null, 'Todo el país, Nacional', 'República Dominicana',
   'https://hoy.com.do/vivir/marca-211-numero-salvarte-victima-violencia_1062209.html', '2025-11-26', true),
  ('es-telefono-016', 'Teléfono 016',
   'Información, asesoramiento jurídico y atención psicosocial ante todas las formas de violencia contra las mujeres: gratuito, confidencial, las 24 horas. WhatsApp: 600 000 016.',
   '016', null, 'Todo el país, Nacional', 'España',
   'https://www.europapress.es/epsocial/igualdad/noticia-suben-levemente-consultas-016-primer-semestre-2025-59317-casi-330-diarias-20250807133253.html', '2025-08-07', true)
on conflict (clave) do nothing;

-- Older, or known from one source only: hidden until the admin confirms them.
insert into public.asociaciones_apoyo
  (clave, nombre, descripcion, telefono, url_web, ubicacion, pais, fuente_url, fuente_fecha, visible)
values
  ('mx-instituto-estatal-de-las-mujeres-de-durango', 'Instituto Estatal de las Mujeres de Durango',
   'Atención psicológica, jurídica y de trabajo social, y canalización a refugios.',
   '+526181374600', null, 'Durango, Durango', 'México',
   'https://ammjum.org.mx/estados/durango/', '2020', false),
  ('mx-centro-de-justicia-para-las-mujeres-de-durango', 'Centro de Justicia para las Mujeres de Durango',
   'Atención integral las 24 horas, según el directorio consultado.',
   '+526181373477', null, 'Durango, Durango', 'México',
   'https://ammjum.org.mx/estados/durango/', '2020', false),
  ('mx-centro-de-justicia-para-las-mujeres-sede-san-luis-potosi', 'Centro de Justicia para las Mujeres, sede San Luis Potosí',
   'Línea «CJM te escucha» con orientación y asesoría integral.',
   '+524448332144', null, 'San Luis Potosí, San Luis Potosí', 'México',
   'https://www.sondared.com/dependencia-de-gobierno/refrenda-el-cjm-el-compromiso-con-las-mujeres-potosinas/', '2020-2021', false),
  ('mx-centro-de-justicia-para-las-mujeres-sede-rioverde', 'Centro de Justicia para las Mujeres, sede Rioverde',
   'Línea «CJM te escucha» con orientación y asesoría integral.',
   '+524878728946', null, 'Rioverde, San Luis Potosí', 'México',
   'https://www.sondared.com/dependencia-de-gobierno/refrenda-el-cjm-el-compromiso-con-las-mujeres-potosinas/', '2020-2021', false),
  ('mx-centro-de-justicia-para-las-mujeres-sede-matlapa', 'Centro de Justicia para las Mujeres, sede Matlapa',
   'Línea «CJM te escucha» con orientación y asesoría integral.',
   '+524833640331', null, 'Matlapa, San Luis Potosí', 'México',
   'https://www.sondared.com/dependencia-de-gobierno/refrenda-el-cjm-el-compromiso-con-las-mujeres-potosinas/', '2020-2021', false),
  ('mx-centro-de-justicia-para-las-mujeres-sede-matehuala', 'Centro de Justicia para las Mujeres, sede Matehuala',
   'Línea «CJM te escucha» con orientación y asesoría integral.',
   '+524886881196', null, 'Matehuala, San Luis Potosí', 'México',
   'https://www.sondared.com/dependencia-de-gobierno/refrenda-el-cjm-el-compromiso-con-las-mujeres-potosinas/', '2020-2021', false),
  ('mx-instituto-veracruzano-de-las-mujeres', 'Instituto Veracruzano de las Mujeres',
   'Asesoría legal y psicológica; también se difundía la línea 075.',
   '+528009068537', null, 'Todo el estado, Veracruz de Ignacio de la Llave', 'México',
   'https://masnoticias.mx/?p=417676', '2020-08-05', false),
  ('mx-linea-de-la-secretaria-de-igualdad-sustantiva-puebla', 'Línea de la Secretaría de Igualdad Sustantiva (Puebla)',
   'Asesoría jurídica y atención psicológica gratuitas las 24 horas (la dependencia cambió de nombre).',
   '+522222323738', 'https://sis.puebla.gob.mx', 'Todo el estado, Puebla', 'México',
   'https://sis.puebla.gob.mx/noticias/mantendra-igualdad-sustantiva-atencion-a-las-poblanas', '2021-04-01', false),
  ('mx-centro-de-justicia-para-las-mujeres-de-tlaxcala', 'Centro de Justicia para las Mujeres de Tlaxcala',
   'Orientación civil, penal y familiar a víctimas de violencia.',
   '+522464650525', null, 'Tlaxcala, Tlaxcala', 'México',
   'https://ahorainformat.com/?p=52444', '2020', false),
  ('mx-centro-de-justicia-para-las-mujeres-de-yucatan', 'Centro de Justicia para las Mujeres de Yucatán',
   'Denuncia y atención gratuita con perspectiva de género en Mérida.',
   '+529999303250', null, 'Mérida, Yucatán', 'México',
   'https://puntomedio.mx/instituciones-y-canales-para-denunciar-violencia-de-genero-en-merida-y-yucatan', 'sin fecha visible', false),
  ('mx-linea-naranja-sonora', 'Línea Naranja (Sonora)',
   'Atención y asesoría a mujeres víctimas de violencia las 24 horas.',
   '+526624241397', 'https://mujeres.sonora.gob.mx', 'Hermosillo, Sonora', 'México',
   'https://www.elsoldehermosillo.com.mx/local/lanzan-linea-naranja-para-reportes-de-violencia-hacia-las-mujeres-7637979.html/amp', '2021-12-21', false),
  ('mx-instituto-para-la-mujer-nayarita-inmunay', 'Instituto para la Mujer Nayarita (INMUNAY)',
   'Atención psicológica y legal a mujeres en situación de violencia.',
   '+523112170377', null, 'Tepic, Nayarit', 'México',
   'https://todotexcoco.com/vivamos-una-contingencia-sin-violencia-e3TUwNTgxOQ.html', '2020-04', false),
  ('cr-delegacion-de-la-mujer-inamu', 'Delegación de la Mujer, INAMU',
   'Atención de lunes a viernes a mujeres que viven violencia.',
   '+50625273761', 'https://www.inamu.go.cr', 'Todo el país, Nacional', 'Costa Rica',
   'https://lateja.cr/sucesos/coronavirus-llamadas-al-9-1-1-por-violencia/5J6MFUQNZ5HG5BDDZNCKFD2ODA/story', '2020', false),
  ('ve-linea-0800-mujeres', 'Línea 0800-MUJERES',
   'Asesoría legal y psicológica a víctimas de violencia de género.',
   '08006853737', null, 'Todo el país, Nacional', 'Venezuela',
   'https://hispanopost.com/0800-mujer-y-ong-no-se-dan-abasto-para-atender-a-victimas-de-violencia-de-genero-en-venezuela/', 'sin fecha visible (2021 por contexto)', false),
  ('cu-linea-103', 'Línea 103',
   'Línea anónima y gratuita que también atiende violencia de género o intrafamiliar.',
   '103', null, 'Todo el país, Nacional', 'Cuba',
   'https://www.radioreloj.cu/noticias-radio-reloj/salud/contra-la-violencia-sea-parte-de-la-solucion/', 'sin fecha visible', false)
on conflict (clave) do nothing;
update public.asociaciones_apoyo set todo_el_dia = true where descripcion like '%24 horas%' and not todo_el_dia and editado_en is null and clave is not null;

-- Terms and notice of privacy. What they say of each table is held against interno.inventario_de_datos (docs/security.md); who is responsible stands
-- above the text, from the operator's settings. A member who accepted an earlier version is asked, and reads que_cambio first.
insert into public.politicas_legales (clave, titulo, version, publicada_en, que_cambio, contenido) values
  ('terminos-y-privacidad-1-1', 'Términos de uso y aviso de privacidad', '1.1', least(timestamptz '2026-11-24 12:00:00+00', now()), $cambio$Antes este texto decía que nadie más que tú lee tus alertas y que Amparo no envía mensajes. Ya no era cierto.
Ahora dice lo que pasa: cuando abres una alerta, Amparo avisa a los contactos que aceptaron, y ellos ven tu nombre, la hora, tu nota y tu último lugar.
También dice qué guardamos de tus contactos y de «¿Llegaste?», qué ve cada persona del equipo, qué queda en tu teléfono y qué pasa con una alerta abierta si eliminas tu cuenta.$cambio$, $html$
<h2>En pocas palabras</h2>
<ul>
<li>Tu diario y tu agenda no los lee nadie más desde la aplicación. Tampoco el equipo.</li>
<li>Tu lista de contactos y tus alertas son tuyas. Cuando abres una alerta, también la ven los contactos que aceptaron serlo.</li>
<li>A esos contactos <strong>les avisa Amparo</strong>, por los medios que cada quien eligió. A quien no ha aceptado no le escribimos.</li>
<li>No vendemos tus datos y no mostramos publicidad.</li>
<li>Quien administra el servidor podría leer la base de datos. Tus textos no están cifrados de extremo a extremo.</li>
<li>Amparo no es un servicio de emergencia. Si corres peligro, marca el 911 o el número de emergencia de tu país.</li>
</ul>
<p>Este texto tiene dos partes: los <strong>términos de uso</strong> (1 a 5) y el <strong>aviso de privacidad</strong> (6 a 17).</p>

<h2>1. Para quién es Amparo</h2>
<p>Amparo es una comunidad para mujeres, cis y trans. Al registrarte dices tu identidad de género. La usamos solo para admitirte y no se puede cambiar después. Nunca te pedimos fotos de identificaciones ni selfies.</p>
<p>Puedes usar el nombre que quieras; no tiene que ser el de tus documentos. No uses el de otra persona ni uno que parezca del equipo.</p>

<h2>2. Lo que Amparo puede y no puede hacer por tu seguridad</h2>
<ul>
<li><strong>Botón de pánico.</strong> Hace dos cosas. Prepara un mensaje para tu contacto y abre tu aplicación de mensajes: ese mensaje <strong>lo envías tú</strong>. Y avisa a los contactos que aceptaron: ese aviso <strong>lo envía Amparo</strong>. Tu pantalla dice a quién le llegó y quién respondió.</li>
<li><strong>«¿Llegaste?».</strong> Si a la hora que elegiste no dices que estás bien, Amparo avisa a tus contactos, aunque tu teléfono esté apagado.</li>
<li><strong>«Acompáñame».</strong> Comparte tu ubicación mientras la pantalla está abierta. Si el teléfono se bloquea, se apaga o se queda sin señal, deja de enviarla, y quien te acompaña lo ve.</li>
<li>Un aviso puede tardar o no llegar: depende de la señal, del correo y de otras empresas. Sin señal, el tuyo sale cuando vuelve. Si nadie responde, marca al número de emergencia.</li>
<li>La ubicación depende de tu teléfono, de sus permisos y de la señal. Puede faltar o ser imprecisa.</li>
<li>Los números del directorio vienen de páginas públicas que se citan en cada ficha. Pueden cambiar: si uno falla, marca al número de emergencia.</li>
<li>Las terapeutas del directorio trabajan por su cuenta. Las reseñas son opiniones de otras usuarias.</li>
<li>Los textos de salud, derechos y bienestar, el calendario del ciclo y el tarot informan o acompañan. No sustituyen a una profesional ni son un método anticonceptivo.</li>
</ul>
<p>Ninguna función de seguridad depende de un plan ni de aceptar una versión nueva de este texto.</p>

<h2>3. Normas de la comunidad</h2>
<ul>
<li>Trátanos y trátate con respeto. No se permiten violencia, odio, acoso, burlas ni ventas engañosas.</li>
<li>No publiques datos personales de otras personas ni la dirección de un refugio.</li>
<li>Lo que se cuenta aquí, aquí se queda: no copies ni compartas mensajes de otras.</li>
<li>El equipo puede retirar lo que rompe estas normas y poner una falta, una pausa o una expulsión. Te dice el motivo y hasta cuándo, y puedes responder una vez. Nada de eso te quita el botón de pánico, tus contactos, tus alertas, tu diario, tu agenda, el directorio ni tus datos.</li>
</ul>
<p>Lo que escribes es tuyo. Al publicar una historia, una reseña o un mensaje nos permites mostrarlo dentro de Amparo hasta que lo retires.</p>

<h2>4. Planes y pagos</h2>
<ul>
<li>Los precios se muestran en pesos mexicanos, por mes. La suscripción se renueva cada mes hasta que la canceles.</li>
<li>Pagas en la página de Stripe; tu tarjeta nunca pasa por Amparo. Desde «Planes» puedes cambiarla o cancelar cuando quieras: el plan sigue hasta el final del mes pagado y no se cobra de nuevo.</li>
<li>Si un pago no pasa, vuelves al plan Básico hasta que se pague. Si eliminas tu cuenta, cancelamos la suscripción por ti.</li>
<li>El cargo aparece en tu estado de cuenta, y el recibo llega al correo que escribas en Stripe. Piensa quién más los revisa.</li>
</ul>

<h2>5. Cambios a este texto</h2>
<p>Al crear tu cuenta aceptas la versión vigente. Si publicamos otra que cambia algo importante, te pedimos leerla y aceptarla antes de continuar; nunca antes de llegar a Inicio, a Seguridad, a los directorios, a «Escribir al equipo» o a tu perfil. Una corrección pequeña no te pide nada.</p>
<p>Si no estás de acuerdo, en tu perfil puedes llevarte tus datos y eliminar tu cuenta. Una versión publicada no se modifica: se publica otra, con su número y su fecha.</p>

<h2>6. Quién responde por tus datos</h2>
<p>Lo dice la nota que va antes de este texto. Aquí, «nosotras» es quien opera esta instalación de Amparo.</p>

<h2>7. Qué guardamos, quién lo lee y cuánto tiempo</h2>
<p>«Quién más lo lee» dice quién lo lee, además de ti, desde la aplicación.</p>

<h3>Tu cuenta</h3>
<table>
<thead><tr><th scope="col">Qué y para qué</th><th scope="col">Quién más lo lee</th><th scope="col">Cuánto tiempo</th></tr></thead>
<tbody>
<tr><td>Correo o teléfono, y contraseña. Para entrar</td><td>Nadie. La contraseña no se puede descifrar</td><td>Mientras exista tu cuenta. Una que nadie confirma, 7 días</td></tr>
<tr><td>Identidad de género (dato sensible). Para admitirte</td><td>Nadie</td><td>Mientras exista tu cuenta</td></tr>
<tr><td>Nombre de usuaria y foto, sin los datos que agrega la cámara. Para que te reconozcan</td><td>Las usuarias, desde que tú te muestras (un mensaje, una historia firmada, una llamada); nunca entre quienes se bloquearon. Del equipo, quien te busca o te atiende. La foto la abre quien tenga su dirección, que cambia cuando bloqueas a alguien y cada semana</td><td>Hasta que los cambies o elimines tu cuenta</td></tr>
<tr><td>Momento de vida, plan y código de invitación. Para tu perfil</td><td>Nadie; el código, a quien se lo des</td><td>Mientras exista tu cuenta</td></tr>
<tr><td>Si entras con Google: el correo y el nombre que Google nos da</td><td>Nadie</td><td>Mientras exista tu cuenta</td></tr>
<tr><td>Dónde está abierta tu cuenta: desde cuándo, con qué navegador y desde qué dirección de internet (IP). Para que puedas cerrarla</td><td>Nadie</td><td>Hasta que cierres sesión ahí, o un año sin usarla</td></tr>
<tr><td>Bitácora de entradas y cambios de cuentas, con dirección de internet, sin nombre ni correo. Para investigar un acceso indebido</td><td>Solo quien administra el servidor</td><td>180 días</td></tr>
<tr><td>Quién te invitó, y a quién invitaste</td><td>Quien invitó ve, unos días después, una fecha, y el nombre solo si la invitada lo aceptó</td><td>Mientras exista tu cuenta. Si la eliminas, a quien te invitó le queda la fecha</td></tr>
<tr><td>Qué versiones de este texto aceptaste, y cuándo</td><td>Nadie</td><td>Mientras exista tu cuenta</td></tr>
<tr><td>Si pagas: plan, estado, fechas y los números que da Stripe</td><td>Nadie. Stripe ve lo que escribes en su página</td><td>Mientras exista tu cuenta; Stripe, lo que le exijan las leyes</td></tr>
</tbody>
</table>

<h3>Tu seguridad</h3>
<table>
<thead><tr><th scope="col">Qué y para qué</th><th scope="col">Quién más lo lee</th><th scope="col">Cuánto tiempo</th></tr></thead>
<tbody>
<tr><td>Tus contactos: nombre, teléfono y prioridad. Para tus mensajes</td><td>Nadie</td><td>Mientras exista tu cuenta. Si quitas a alguien ya no se usa, pero queda guardado</td></tr>
<tr><td>Lo que da un contacto que aceptó: su correo, su número o su dispositivo. Para avisarle</td><td>Cada contacto, lo suyo y en parte tapado. Tú ves por qué medios se le avisa, nunca la dirección</td><td>Hasta que deje de ser tu contacto, lo quites, cambies su número o elimines tu cuenta. Lo que no confirma, 3 días. Una invitación sin respuesta vale 30 días y se olvida 30 después</td></tr>
<tr><td>Ajustes de tu alerta: el nombre que leen tus contactos (si no escribes otro, el de usuaria), tu número si lo das, tu país</td><td>Quien tiene tu invitación: el nombre y el final del número. Los contactos que aceptaron: el nombre y el número</td><td>Mientras exista tu cuenta</td></tr>
<tr><td>Tus alertas: hora, último lugar, tu nota, a quién le llegó y qué respondió. Para avisar y para que tengas constancia</td><td>Los contactos a quienes avisamos: en el mensaje, tu nombre, la hora y tu nota; en la página de su enlace, además tu último lugar. Hasta una hora después de que la cierras</td><td>El lugar, 7 días después de cerrarla. Lo demás, mientras exista tu cuenta: las últimas 300 que salieron</td></tr>
<tr><td>Cada vez que presionas el botón: hora y lugar. Para que tengas constancia</td><td>Nadie</td><td>El lugar exacto, 90 días; después, redondeado a cerca de un kilómetro. Lo demás, mientras exista tu cuenta</td></tr>
<tr><td>«¿Llegaste?»: a dónde vas, tu nota, la hora, para quiénes y tu último lugar</td><td>Nadie, si dices que estás bien. Si no, los contactos que elegiste: se abre una alerta</td><td>El lugar, mientras corre. Lo demás, una semana después</td></tr>
<tr><td>«Acompáñame»: tu último lugar</td><td><strong>Cualquiera que tenga el enlace</strong>, sin cuenta. No dice quién eres</td><td>Hasta que lo termines o pasen 1, 4 u 8 horas. El lugar se borra en minutos; lo demás, en un día</td></tr>
</tbody>
</table>

<h3>Lo que escribes para ti</h3>
<table>
<thead><tr><th scope="col">Qué y para qué</th><th scope="col">Quién más lo lee</th><th scope="col">Cuánto tiempo</th></tr></thead>
<tbody>
<tr><td>Diario y agenda (pueden tener datos sensibles)</td><td>Nadie. Si pones tu llave, lo escrito tampoco puede leerlo quien administra el servidor; qué días escribes y cuándo son tus eventos, sí</td><td>Hasta que los borres o elimines tu cuenta</td></tr>
<tr><td>De tu registro de hechos, la huella de cada nota y su hora; de ahí no se saca ninguna palabra</td><td>Nadie</td><td>Hasta que elimines tu cuenta: es la prueba de que nada cambió</td></tr>
<tr><td>Avisos en tu dispositivo: la dirección que da tu navegador y tu zona horaria</td><td>Nadie</td><td>Hasta que los apagues, cierres sesión ahí o elimines tu cuenta. Con una contraseña nueva dejan de salir, salvo donde sigas usando Amparo</td></tr>
<tr><td>Libros que descargaste</td><td>Nadie</td><td>Mientras exista tu cuenta</td></tr>
<tr><td>Tu lugar en un evento</td><td>Nadie. El equipo ve cuántas van, de diez en diez</td><td>Una semana después del evento</td></tr>
</tbody>
</table>

<h3>Lo que compartes</h3>
<table>
<thead><tr><th scope="col">Qué y para qué</th><th scope="col">Quién más lo lee</th><th scope="col">Cuánto tiempo</th></tr></thead>
<tbody>
<tr><td>Mensajes en las salas</td><td>Las usuarias, salvo entre quienes se bloquearon, y las moderadoras</td><td>Hasta que los borres. Si eliminas tu cuenta quedan sin tu nombre, como «Anónimo»</td></tr>
<tr><td>Historias</td><td>Las moderadoras, antes de publicarlas; después, las usuarias. Si es anónima, <strong>nadie sabe que es tuya, tampoco el equipo</strong></td><td>Hasta que la retires; si eliminas tu cuenta, punto 11</td></tr>
<tr><td>Reseñas de terapeutas</td><td>Las usuarias leen el texto. Que es tuya no lo sabe nadie, tampoco el equipo</td><td>Hasta que la borres; si eliminas tu cuenta, punto 11</td></tr>
<tr><td>Llamadas de las salas. No se graban</td><td>Quienes están en la llamada</td><td>Quién está, mientras dura. Que la hubo y quién la abrió, 30 días</td></tr>
<tr><td>A quién bloqueaste</td><td>Nadie</td><td>Hasta que lo quites o una de las dos elimine su cuenta</td></tr>
</tbody>
</table>

<h3>Tú y el equipo</h3>
<table>
<thead><tr><th scope="col">Qué y para qué</th><th scope="col">Quién más lo lee</th><th scope="col">Cuánto tiempo</th></tr></thead>
<tbody>
<tr><td>Lo que escribes en «Escribir al equipo», y lo que te responden</td><td>Soporte y las administradoras, con tu nombre de usuaria. Cada lectura queda anotada</td><td>90 días, o hasta que lo borres</td></tr>
<tr><td>Lo que reportas, con una copia de lo reportado</td><td>Las moderadoras, sin saber quién reportó</td><td>Mientras exista la cuenta de quien reportó. La copia se queda aunque su autora borre el mensaje o su cuenta; entonces, sin su nombre</td></tr>
<tr><td>Sugerencias para el directorio y números que ya no sirven</td><td>Las editoras, sin saber de quién son</td><td>Un número, hasta que lo atienden. Una sugerencia, 90 días después</td></tr>
<tr><td>Mensajes que el equipo te deja</td><td>Nadie</td><td>90 días, o hasta que los borres</td></tr>
<tr><td>Faltas, pausas y expulsiones, con su motivo y tu respuesta</td><td>Las moderadoras. De lo que escribiste sin nombre, nadie sabe que eres tú</td><td>Hasta que se levanten; si eliminas tu cuenta, punto 11</td></tr>
<tr><td>Quién del equipo te buscó, leyó algo tuyo o decidió sobre ti</td><td>Las administradoras, salvo lo que diría quién escribió sin nombre. Tú ves el día, el papel y qué hizo, no quién. Mientras haya un reporte abierto sobre ti no ves lo más nuevo</td><td>Mientras exista tu cuenta</td></tr>
<tr><td>El informe de una pantalla que falló, si lo envías</td><td>Las administradoras, sin saber de quién es</td><td>30 días</td></tr>
</tbody>
</table>
<p>También contamos cuánto guardas y cuándo usaste lo que tiene un límite, para que nadie sature el servicio. No lo lee nadie y se borra con tu cuenta. Los mensajes que ya salieron se borran de la fila un día después. El registro técnico del servidor anota qué tipo de página se pidió y cuánto tardó, sin direcciones, nombres ni contenidos.</p>

<h2>8. Qué ve cada persona del equipo</h2>
<p>Ninguna lee tu diario, tu agenda, tus contactos, tus alertas, tu salud ni lo que no has enviado. Ninguna sabe quién escribió una historia anónima o una reseña.</p>
<ul>
<li><strong>Moderadora:</strong> las historias que esperan, lo reportado y lo que se dijo alrededor, las respuestas a una decisión. Si te busca, por tu nombre o por tu correo completo, ve tu nombre, desde cuándo estás, si tienes una pausa y cuántas faltas y reportes.</li>
<li><strong>Editora:</strong> el directorio, la biblioteca, los eventos y este texto. De ti ve tus sugerencias, sin saber que son tuyas.</li>
<li><strong>Soporte:</strong> lo que escribes al equipo.</li>
<li><strong>Administradora:</strong> todo lo anterior, quién es del equipo, y quién miró o decidió qué.</li>
</ul>
<p>Lo que el equipo cambia o borra queda en una bitácora, sin contenidos, que no se borra. En tu perfil, «Quién vio mis datos» te dice cuándo.</p>

<h2>9. Lo que queda en tu teléfono</h2>
<ul>
<li>Tu ciclo, tu ánimo, tus medicamentos, tu plan de salida y tu registro de hechos se guardan ahí, cifrados. Solo si pones tu llave los recibimos, cerrados con ella: no podemos leerlos.</li>
<li>Tus citas médicas, el nombre de tu asistente y los nombres de la llamada segura también se guardan solo ahí, sin cifrar.</li>
<li>Para funcionar sin señal guarda, cifrados, tus contactos, tu agenda, los últimos mensajes de las salas que leíste, tus borradores y lo que espera para enviarse. Los libros que guardas quedan ahí sin cifrar.</li>
<li>Tu sesión, para que no tengas que entrar cada vez.</li>
</ul>
<p>Todo se borra cuando cierras sesión, menos una alerta o algo guardado que todavía no llegó a nosotras: eso queda cifrado hasta que llegue. Si la sesión termina sola, quedan también, cifrados, tus borradores. El cifrado no protege de quien use tu navegador ya abierto. Amparo no usa <em>cookies</em> de rastreo ni servicios de medición; una <em>cookie</em> recuerda durante 30 días que este navegador es tuyo, para cuidar tu cuenta; otra, igual para todas, hace que tu primera pantalla abra antes, y se borra cuando sales.</p>

<h2>10. Con quién se comparten datos</h2>
<p>No vendemos ni regalamos tus datos. Salen de aquí solo así. Lo marcado con «si» depende de lo que usa esta instalación:</p>
<ul>
<li><strong>Tus contactos</strong>, cuando abres una alerta o «¿Llegaste?» la abre por ti.</li>
<li><strong>Tú misma:</strong> al abrir tus mensajes, el mapa o el teléfono, al dar un enlace, al seguir un enlace a otro sitio. «Salir rápido» abre la página de otro sitio, que recibe una visita más.</li>
<li><strong>El servicio de correo</strong> lleva los correos a ti y a tus contactos: ve a quién van y qué dicen.</li>
<li><strong>El servicio de avisos del navegador</strong> (Google, Mozilla, Apple o Microsoft), si tú o un contacto los encienden: sabe que hubo un aviso, no qué dice.</li>
<li><strong>El proveedor de SMS y WhatsApp</strong>, si lo hay: ve el número y el mensaje.</li>
<li><strong>Google u otro proveedor de identidad</strong>, si entras con él: sabe que usas este sitio.</li>
<li><strong>Stripe</strong>, si pagas un plan: no le damos tu nombre ni tu correo; escribes ahí los que quieras.</li>
<li><strong>El proveedor de llamadas</strong> (Daily o Jitsi), si lo hay: tu navegador se conecta con él. En una llamada directa, quienes hablan pueden ver la dirección de internet de las otras.</li>
<li><strong>El servicio que guarda archivos y copias</strong>, si no están en el mismo servidor.</li>
<li><strong>Una autoridad competente</strong>, si lo exige por mandato fundado y motivado. Te avisaremos, salvo que la ley lo prohíba.</li>
</ul>

<h2>11. Si eliminas tu cuenta</h2>
<ul>
<li>Se borran en ese momento tu perfil, tu foto, tus contactos y lo que ellos dieron, tus alertas, tu diario, tu agenda, lo que escribiste al equipo, las historias con tu nombre y tus sesiones. Si solo tu correo prueba que eres tú, porque no tienes contraseña o la cambiaste hoy por correo, pasa un día en el que puedes cancelarlo.</li>
<li><strong>Si hay una alerta abierta o corre un «¿Llegaste?»,</strong> tus contactos reciben que la cuenta se eliminó y que no sabemos si estás a salvo. Su página lo dice durante una hora. Si estás bien, ciérralos antes.</li>
<li>Quién escribió tus historias anónimas y tus reseñas se borra en ese momento. Los textos desaparecen después, uno por uno y al azar, en 48 horas, para que nadie los una a tu partida. De las historias anónimas publicadas puedes elegir que se queden, sin nada que las una a ti.</li>
<li>Tus mensajes en las salas quedan como «Anónimo». Lo que reportaste se borra en 48 horas.</li>
<li>Si tenías una pausa o un reporte abierto, queda un año a lo mucho, junto a una huella de tu correo y no tu correo. Si te expulsaron, la huella queda mientras dure la expulsión.</li>
<li>De tu suscripción queda su número, hasta que Stripe la cancele. La bitácora conserva hasta 180 días que una cuenta, sin nombre ni correo, se eliminó.</li>
</ul>

<h2>12. Copias de respaldo</h2>
<p>Hay copias por si el servidor falla. Lo que borras deja de estar en Amparo en ese momento, y en las copias a más tardar en 35 días.</p>

<h2>13. Datos sensibles y tu consentimiento</h2>
<p>Tu identidad de género, y lo que escribas sobre tu salud, tu vida íntima o la violencia que vives, son datos personales sensibles. Los usamos solo para lo que dice el punto 7, todo necesario para darte el servicio; no hay otros usos, como publicidad o estudios de mercado. Al registrarte y aceptar este aviso nos das tu consentimiento expreso.</p>

<h2>14. Tus derechos</h2>
<p>En México los da la Ley Federal de Protección de Datos Personales en Posesión de los Particulares (derechos ARCO). En Amparo los tienes desde cualquier país:</p>
<ul>
<li><strong>Acceder</strong> a tus datos: en tu perfil, «Descargar mis datos» te da todo lo tuyo en un archivo.</li>
<li><strong>Rectificarlos</strong>: en tu perfil y en cada pantalla donde los escribiste.</li>
<li><strong>Cancelarlos</strong>: borra lo que quieras, o todo con «Eliminar mi cuenta».</li>
<li><strong>Oponerte</strong> a un uso o retirar tu consentimiento: apaga los avisos, deja de compartir tu ubicación, cancela tu plan o elimina tu cuenta.</li>
</ul>
<p>Lo que no puedas hacer tú, pídelo en «Escribir al equipo» o a quien se nombra antes de este texto. Dinos qué derecho quieres usar y sobre qué datos. Tu cuenta, o escribir desde su correo, basta para saber que eres tú. Es gratis. En México la ley da 20 días hábiles para responderte y 15 más para cumplirlo.</p>
<p>Si no quedas conforme puedes acudir a la autoridad de datos personales de tu país; en México, la Secretaría Anticorrupción y Buen Gobierno.</p>

<h2>15. Cómo cuidamos tus datos</h2>
<p>Quién puede leer cada dato se decide dentro de la base de datos, no solo en la pantalla. Las contraseñas no se pueden descifrar. Puedes poner un PIN a la aplicación y un segundo paso a tu cuenta. El asunto de los correos y los avisos usan palabras neutras, salvo que tú pidas otra cosa.</p>
<p>Si una filtración te afecta, te avisaremos sin demora: qué pasó, qué datos, qué puedes hacer y qué hicimos nosotras.</p>

<h2>16. Si alguien vigila tu teléfono</h2>
<p>Quien tiene tu teléfono desbloqueado puede ver lo que tú ves. Usa «Salir rápido» y un PIN que no adivine, y borra el historial del navegador y los mensajes que enviaste. Un enlace de acompañamiento que ya terminó no muestra nada.</p>

<h2>17. Si eres contacto de alguien</h2>
<p>No necesitas una cuenta. Guardamos tu nombre y tu teléfono como ella los escribió y, si aceptas, el correo, el número o el dispositivo que tú des. Ella no ve tu dirección. La usamos solo para sus avisos y para que confirmes que es tuya. En la página de tu enlace puedes quitarla o dejar de ser su contacto cuando quieras; entonces esa dirección se borra.</p>
$html$)
on conflict (clave) do nothing;
