-- What a fresh installation starts with. May be run again: rows are known by a stable key and never overwritten.
-- A later correction ships as a migration that leaves alone what the admin has edited since (docs/database.md).

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

-- First terms and privacy notice. What a lawyer must confirm is marked in the text.
insert into public.politicas_legales (clave, titulo, version, publicada_en, contenido) values
  ('terminos-y-privacidad-1', 'Términos de uso y aviso de privacidad', '1.0', '2026-01-01 12:00:00+00', $html$
<p><strong>En pocas palabras:</strong> Amparo guarda lo menos posible, no vende tus datos, no muestra publicidad y nadie más que tú lee tu diario, tu agenda, tus contactos ni tus alertas desde la aplicación. Amparo no sustituye a los servicios de emergencia: si corres peligro, marca el 911 o el número de emergencia de tu país.</p>
<p>Este documento tiene dos partes: los <strong>términos de uso</strong> (1 a 6) y el <strong>aviso de privacidad integral</strong> (7 a 16). Lo que aparece entre corchetes debe completarlo quien opera esta instalación, o confirmarlo una abogada, antes de abrirla a otras personas.</p>

<h2>1. Quién opera esta instalación</h2>
<p><em>[Pendiente de completar y de confirmar por una abogada: nombre o razón social, domicilio y correo de contacto de quien opera esta instalación, y de la persona o área de datos personales.]</em> En este documento, «nosotras» es quien opera esta instalación de Amparo.</p>

<h2>2. Para quién es Amparo</h2>
<p>Amparo es una comunidad exclusiva para mujeres, cis y trans. Al registrarte declaras tu identidad de género; la usamos solo para admitirte y no se puede cambiar después. Nunca te pediremos fotos de identificaciones ni selfies de verificación. <em>[Pendiente de confirmar por una abogada: edad mínima, y consentimiento de madre, padre o tutora.]</em></p>
<p>Puedes usar el nombre que quieras; no tiene que ser el de tus documentos. No te hagas pasar por otra persona ni por el equipo.</p>

<h2>3. Lo que Amparo puede y no puede hacer por tu seguridad</h2>
<ul>
<li>El botón de pánico prepara un mensaje con tu ubicación y abre tu aplicación de mensajería. <strong>Tú debes presionar «enviar».</strong> Amparo no envía el mensaje por ti ni puede saber si llegó.</li>
<li>«Acompáñame» comparte tu ubicación mientras la pantalla está abierta. Si el teléfono se bloquea, se apaga o se queda sin señal, deja de enviarla, y quien te acompaña lo ve.</li>
<li>La ubicación depende de tu teléfono, de sus permisos y de la señal; puede faltar o ser imprecisa.</li>
<li>Los números del directorio provienen de páginas públicas que se citan en cada ficha. Pueden cambiar: si uno falla, marca al número de emergencia.</li>
<li>Las terapeutas del directorio trabajan por su cuenta. Las reseñas son opiniones de otras usuarias, no nuestras.</li>
<li>Los textos sobre salud, derechos y bienestar, el calendario del ciclo y el tarot informan o acompañan; no sustituyen la atención de una profesional, ni son un método anticonceptivo.</li>
</ul>
<p>Ninguna función de seguridad depende de un plan ni de aceptar una versión nueva de este documento.</p>

<h2>4. Normas de la comunidad</h2>
<ul>
<li>Trátanos y trátate con respeto. No se permiten violencia, odio, acoso, burlas ni ventas engañosas.</li>
<li>No publiques datos personales de otras personas ni la dirección de un refugio.</li>
<li>Lo que se cuenta aquí, aquí se queda: no copies ni compartas mensajes de otras.</li>
<li>El equipo puede retirar contenidos y suspender cuentas que rompan estas normas. Te decimos el motivo y hasta cuándo.</li>
</ul>
<p>Lo que escribes es tuyo. Al publicar una historia, una reseña o un mensaje nos permites mostrarlo dentro de Amparo hasta que lo retires. <em>[Pendiente de confirmar por una abogada: alcance de esta licencia.]</em></p>

<h2>5. Planes y pagos</h2>
<ul>
<li>Los precios se muestran en pesos mexicanos, por mes. La suscripción se renueva cada mes hasta que la canceles.</li>
<li>Pagas en la página de Stripe; tu tarjeta nunca pasa por Amparo. Desde «Planes» puedes cambiarla o cancelar cuando quieras: el plan sigue hasta el final del mes pagado y no se cobra de nuevo.</li>
<li>Si un pago no pasa, vuelves al plan Básico hasta que se pague. Si eliminas tu cuenta, cancelamos la suscripción por ti.</li>
<li>El cargo aparece en tu estado de cuenta, y el recibo llega al correo que escribas en Stripe. Piensa quién más los revisa.</li>
</ul>
<p><em>[Pendiente de confirmar por una abogada: impuestos, facturación, reembolsos y derechos ante la Procuraduría Federal del Consumidor.]</em></p>

<h2>6. Responsabilidad, ley aplicable y cambios</h2>
<p><em>[Pendiente de confirmar por una abogada: límites de responsabilidad, ley aplicable y tribunales.]</em></p>
<p>Al crear tu cuenta aceptas la versión vigente. Si publicamos otra, te pediremos leerla y aceptarla antes de continuar; nunca antes de llegar a Seguridad, al directorio de apoyo o a tu perfil. Si no estás de acuerdo, en tu perfil puedes llevarte tus datos y eliminar tu cuenta. Guardamos qué versión aceptaste y cuándo.</p>

<h2>7. Qué guardamos, para qué, quién lo ve y por cuánto tiempo</h2>
<table>
<thead><tr><th scope="col">Dato</th><th scope="col">Para qué</th><th scope="col">Quién lo ve</th><th scope="col">Cuánto tiempo</th></tr></thead>
<tbody>
<tr><td>Correo o teléfono, y contraseña (cifrada de forma irreversible)</td><td>Entrar a tu cuenta</td><td>Tú; la contraseña, nadie</td><td>Mientras exista tu cuenta. Una cuenta que nadie confirma se borra a los 7 días</td></tr>
<tr><td>Identidad de género declarada (dato sensible)</td><td>Admitirte en la comunidad</td><td>Nadie más que tú</td><td>Mientras exista tu cuenta</td></tr>
<tr><td>Nombre de usuaria y foto (sin los metadatos de la cámara)</td><td>Que las demás te reconozcan</td><td>Las usuarias admitidas, desde que tú te muestras (un mensaje, una historia firmada, una llamada) y mientras algo tuyo esté a la vista; nunca entre quienes se bloquearon. La foto, quien conozca su dirección, que cambia cuando bloqueas a alguien y al menos cada semana</td><td>Hasta que los cambies o elimines tu cuenta</td></tr>
<tr><td>Momento de vida, plan y código de invitación</td><td>Tu perfil</td><td>Tú (tu código, también a quien se lo des)</td><td>Mientras exista tu cuenta</td></tr>
<tr><td>Contactos de confianza</td><td>El botón de pánico y el acompañamiento</td><td>Tú</td><td>Mientras exista tu cuenta; al quitar uno deja de mostrarse y de usarse</td></tr>
<tr><td>Alertas del botón de pánico, con ubicación si la permites</td><td>Que tengas constancia</td><td>Tú</td><td>La ubicación exacta, 90 días: después se redondea a cerca de un kilómetro. El resto, mientras exista tu cuenta</td></tr>
<tr><td>Tu ubicación mientras te acompañan («Acompáñame»)</td><td>Que tu contacto vea dónde estás</td><td><strong>Cualquiera que tenga el enlace</strong>, sin cuenta; no dice quién eres. Solo guardamos el último lugar</td><td>Hasta que lo termines o pasen 1, 4 u 8 horas: entonces nadie lo ve, y se borra en unos minutos</td></tr>
<tr><td>Diario y agenda (pueden contener datos sensibles)</td><td>Que escribas y recuerdes</td><td>Tú</td><td>Hasta que los borres o elimines tu cuenta</td></tr>
<tr><td>Avisos en tu dispositivo: la dirección que tu navegador da para avisarte, y tu zona horaria</td><td>Recordarte un evento con la aplicación cerrada</td><td>El servicio de avisos de tu navegador (Google, Mozilla, Apple o Microsoft) sabe que recibiste un aviso, no qué dice: viaja solo un número</td><td>Hasta que los apagues, cierres sesión ahí o elimines tu cuenta; que un aviso salió, una semana</td></tr>
<tr><td>Mensajes en las salas</td><td>Conversar</td><td>Las usuarias admitidas, salvo entre quienes se bloquearon</td><td>Hasta que los borres. Si eliminas tu cuenta quedan sin tu nombre, como «Anónimo»</td></tr>
<tr><td>A quién bloqueaste, y qué reportaste</td><td>Cuidar la convivencia</td><td>Tú; lo que reportas, también la administradora, sin saber quién reportó</td><td>Mientras exista tu cuenta</td></tr>
<tr><td>Suspensiones</td><td>Hacer cumplir las normas</td><td>Tú y la administradora</td><td>Mientras exista tu cuenta</td></tr>
<tr><td>Llamadas de las salas</td><td>Conversar con voz y video</td><td>Quienes están en la llamada. No se graban ni pasan por nosotras, salvo que esta instalación use un proveedor (punto 9)</td><td>Quién está en la llamada, mientras dura</td></tr>
<tr><td>Historias</td><td>Compartir tu experiencia</td><td>El equipo las lee antes de publicarlas; después, las usuarias admitidas. Si eliges «anónima», nadie más ve quién la escribió</td><td>Hasta que la retires. Si eliminas tu cuenta, las que llevan tu nombre se borran; de las anónimas se borra en ese momento quién las escribió, y tú eliges: se retiran una por una, al azar, en 48 horas, o se quedan sin vínculo contigo</td></tr>
<tr><td>Reseñas de terapeutas</td><td>Orientar a otras</td><td>El texto, las usuarias admitidas; que es tuya, solo tú y la administradora</td><td>Hasta que la borres. Si eliminas tu cuenta se borra en ese momento de quién era, y ella misma al azar en 48 horas</td></tr>
<tr><td>Libros que descargaste</td><td>Saber cuáles sirven</td><td>Tú</td><td>Mientras exista tu cuenta</td></tr>
<tr><td>A quién invitaste y con qué código llegaste</td><td>«Invita y Gana»</td><td>Quien te invitó ve, unos días después de que llegas, una fecha que no es la exacta, y tu nombre solo si lo aceptaste</td><td>Si eliminas tu cuenta queda solo la fecha</td></tr>
<tr><td>Suscripción: plan, estado, fechas y los números que le da Stripe</td><td>Darte el plan que pagaste</td><td>Tú. Stripe ve lo que escribes en su página</td><td>Mientras exista tu cuenta; Stripe, lo que exijan las leyes fiscales <em>[por confirmar]</em></td></tr>
<tr><td>Sesiones: desde cuándo, con qué navegador y desde qué dirección IP</td><td>Que veas dónde está abierta tu cuenta y puedas cerrarla</td><td>Tú, sin la dirección IP</td><td>Hasta que la sesión termine</td></tr>
<tr><td>Bitácora de seguridad: entradas, salidas y cambios de la cuenta, con dirección IP</td><td>Investigar un acceso indebido</td><td>Quien administra el servidor</td><td>180 días</td></tr>
<tr><td>Versiones de este documento que aceptaste</td><td>Constancia</td><td>Tú</td><td>Mientras exista tu cuenta</td></tr>
</tbody>
</table>
<p>El registro técnico del servidor anota qué tipo de página se pidió y cuánto tardó, sin direcciones, nombres ni contenidos.</p>

<h2>8. Lo que no sale de tu teléfono</h2>
<p>Tu ciclo menstrual, tu ánimo, tus citas médicas, tus medicamentos y el nombre de tu asistente se guardan únicamente en tu dispositivo: no los recibimos. Lo que la aplicación recuerda ahí para funcionar sin señal está cifrado con una llave que no sale de tu navegador, y se borra cuando cierras sesión, salvo lo que guardaste y todavía espera señal para enviarse. Amparo no usa <em>cookies</em> de rastreo ni servicios de medición.</p>

<h2>9. Con quién se comparten datos</h2>
<p>No vendemos ni damos tus datos. Salen de aquí solo en estos casos:</p>
<ul>
<li><strong>Cuando tú los envías:</strong> al abrir tu mensajería, el mapa o el teléfono; al dar un enlace de acompañamiento.</li>
<li><strong>Stripe</strong>, si eliges un plan; no le damos tu nombre ni tu correo: escribes ahí los que quieras.</li>
<li><strong>Google u otro proveedor de identidad</strong>, si entras con él: sabrá que usas este sitio.</li>
<li><strong>El servicio de avisos de tu navegador</strong>, si enciendes los avisos.</li>
<li><strong>El servicio de correo y el proveedor de llamadas</strong> de esta instalación, si los tiene. En una llamada directa, los dispositivos que conversan pueden ver la dirección IP del otro.</li>
<li><strong>Una autoridad competente</strong>, si lo exige por mandato fundado y motivado. Te avisaremos, salvo que la ley lo prohíba.</li>
</ul>
<p><em>[Pendiente de completar y de confirmar por una abogada: encargados y transferencias de esta instalación, con su país y finalidad; lugar de los servidores.]</em></p>

<h2>10. Datos sensibles y tu consentimiento</h2>
<p>Tu identidad de género, y lo que escribas sobre tu salud, tu vida íntima o la violencia que vives, son datos personales sensibles. Los tratamos solo para las finalidades del punto 7, todas necesarias para darte el servicio; no hay finalidades secundarias como publicidad o estudios de mercado. Al registrarte y aceptar este aviso nos das tu consentimiento expreso. <em>[Pendiente de confirmar por una abogada: forma del consentimiento expreso y por escrito para datos sensibles en este registro electrónico.]</em></p>

<h2>11. Tus derechos (ARCO) y cómo usarlos</h2>
<p>La Ley Federal de Protección de Datos Personales en Posesión de los Particulares te da derecho a:</p>
<ul>
<li><strong>Acceder</strong> a tus datos: en tu perfil, «Descargar mis datos» te da todo lo tuyo en un archivo.</li>
<li><strong>Rectificarlos</strong>: en tu perfil y en cada pantalla donde los escribiste.</li>
<li><strong>Cancelarlos</strong>: borra lo que quieras, o todo con «Eliminar mi cuenta».</li>
<li><strong>Oponerte</strong> a un uso, limitarlo, o retirar tu consentimiento: apaga los avisos, deja de compartir tu ubicación, cancela tu plan o elimina tu cuenta.</li>
</ul>
<p>Para lo que no puedas hacer desde la aplicación, escribe al correo del punto 1 <strong>desde el correo de tu cuenta</strong>, que basta para saber que eres tú, y dinos: tu nombre de usuaria, qué derecho quieres usar, sobre qué datos, y a dónde te respondemos con seguridad. Es gratis. Respondemos en 20 días hábiles a más tardar y, si procede, lo cumplimos en los 15 siguientes. <em>[Pendiente de confirmar por una abogada: forma de acreditar la identidad sin pedir una identificación, plazos y ampliaciones según la ley vigente.]</em></p>
<p>Si no quedas conforme puedes acudir a la autoridad de protección de datos personales. <em>[Pendiente de confirmar por una abogada: autoridad competente, hoy la Secretaría Anticorrupción y Buen Gobierno, y sus plazos.]</em></p>

<h2>12. Eliminar tu cuenta</h2>
<p>Al eliminar tu cuenta se borran en ese momento tu perfil, tu foto, tus contactos, tus alertas, tu diario, tu agenda, las historias con tu nombre y tus sesiones, y quién escribió tus historias anónimas y tus reseñas. Esas historias (si no eliges que se queden) y tus reseñas desaparecen después, una por una y al azar, en 48 horas, para que nadie las una a tu partida. Tus mensajes en las salas permanecen como «Anónimo». De tu suscripción queda solo su número, unos minutos, hasta que Stripe la cancele. La bitácora de seguridad conserva hasta 180 días que una cuenta, sin nombre ni correo, se eliminó. <em>[Pendiente de completar por quien opera la instalación: en cuánto tiempo se renuevan sus copias de respaldo.]</em></p>

<h2>13. Cómo protegemos tus datos</h2>
<p>Las reglas sobre quién puede leer cada dato se aplican dentro de la base de datos, no solo en la pantalla. Las contraseñas no se pueden descifrar. Puedes poner un PIN a la aplicación y un segundo paso a tu cuenta. Los correos y avisos que enviamos usan palabras neutras.</p>
<p>Tus textos no están cifrados de extremo a extremo: quien administra el servidor podría, técnicamente, leer la base de datos. Ningún sistema es infalible.</p>

<h2>14. Si alguien vigila tu teléfono</h2>
<p>Quien tiene tu teléfono desbloqueado puede ver lo que tú ves. Usa «Salir rápido», un PIN que no adivine, y borra el historial del navegador y los mensajes que enviaste. Un enlace de acompañamiento que ya terminó no muestra nada.</p>

<h2>15. Si ocurre una filtración</h2>
<p>Si una vulneración de seguridad te afecta de forma significativa, te avisaremos sin demora: qué pasó, qué datos, qué puedes hacer y qué hicimos nosotras.</p>

<h2>16. Cambios a este aviso</h2>
<p>Las versiones se publican en esta página con su número y su fecha. Una versión publicada no se modifica: se publica otra.</p>
$html$)
on conflict (clave) do nothing;
