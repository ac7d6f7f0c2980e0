import { COUNTRY } from '../installation/country.ts'

/*
 * The one place in the app that knows a number to call (`app/build/numeros.test.ts` refuses one anywhere else, and holds these against
 * `supabase/seed.sql`). They come with the app, so that the first screen has hers at once and without a network; what the service has
 * (`lib/member/numeros.ts`) counts more, since the admin corrects it there.
 */

/** Where a number was read, and when. A number without a day, and one that nobody has dialled, is «sin verificar». */
export type Fuente = {
  /** The site's name, or the whole address. */
  fuente: string | null
  /** As exactly as the source states it: `2025-11-05`, `2024-09`, or in words. */
  fecha: string | null
  /** Day on which a person dialled it. */
  verificado?: string | null
}

/** A help line of the whole country. */
export type Linea = Fuente & { nombre: string; telefono: string; nota?: string }

/** The emergency numbers of a country, the one to call first first. */
export type Numeros = Fuente & { codigo: string; pais: string; numeros: readonly string[] }

const libphonenumber = 'github.com'

const tabla: readonly (readonly [
  codigo: string,
  pais: string,
  numeros: string,
  fuente: string,
  fecha?: string,
])[] = [
  ['AR', 'Argentina', '911 101 107 100', libphonenumber],
  ['BO', 'Bolivia', '110', libphonenumber],
  ['BR', 'Brasil', '190 192 193', libphonenumber],
  ['CL', 'Chile', '133 131 132', 'latercera.com', '2025-10-09'],
  ['CO', 'Colombia', '123', 'radiosantafe.com', '2026-02-14'],
  ['CR', 'Costa Rica', '911', 'pani.go.cr'],
  ['CU', 'Cuba', '106 104 105', libphonenumber],
  ['EC', 'Ecuador', '911', 'teleamazonas.com', '2025-11-25'],
  ['SV', 'El Salvador', '911', 'presidencia.gob.sv'],
  ['ES', 'España', '112', libphonenumber],
  ['GT', 'Guatemala', '110', 'soy502.com'],
  ['HN', 'Honduras', '911', 'tiempo.hn'],
  ['MX', 'México', '911', 'gob.mx', '2016-10-03'],
  ['NI', 'Nicaragua', '118', libphonenumber],
  ['PA', 'Panamá', '104 911', 'tynpanama.com'],
  ['PY', 'Paraguay', '911', 'abc.com.py', '2026-01-09'],
  ['PE', 'Perú', '105', 'infobae.com', '2024-03-27'],
  ['PR', 'Puerto Rico', '911', libphonenumber],
  ['DO', 'República Dominicana', '911', libphonenumber],
  ['UY', 'Uruguay', '911', 'radiolibertadores.com'],
  ['VE', 'Venezuela', '911', 'diariodelosandes.com'],
]

/** Emergency numbers by country, as the app was built with them. */
export const NUMEROS: readonly Numeros[] = tabla.map(([codigo, pais, numeros, fuente, fecha = null]) => ({
  codigo,
  pais,
  numeros: numeros.split(' '),
  fuente,
  fecha,
}))

/** The number of this installation's country, shown wherever hers is not known: 911, as specified. */
export const INSTALLATION_NUMERO = NUMEROS.find(({ codigo }) => codigo === COUNTRY)!

/** National lines by country. They answer without an account, so they are here and not only in the directory. */
export const LINEAS: Readonly<Record<string, readonly Linea[]>> = {
  AR: [{ nombre: 'Línea 144', telefono: '144', fuente: 'cadena3.com', fecha: '2025-09-18' }],
  BO: [
    { nombre: 'Línea FELCV', telefono: '800140348', fuente: 'fundacionperiodismo.org', fecha: '2022-01-28' },
  ],
  CL: [{ nombre: 'Fono orientación', telefono: '1455', fuente: 'minmujeryeg.gob.cl', fecha: null }],
  CO: [{ nombre: 'Línea 155', telefono: '155', fuente: 'seguimiento.co', fecha: null }],
  DO: [
    { nombre: 'Línea Mujer', telefono: '*212', fuente: 'hoy.com.do', fecha: '2025-11-26' },
    { nombre: 'Línea Vida', telefono: '*211', fuente: 'hoy.com.do', fecha: '2025-11-26' },
  ],
  EC: [
    {
      nombre: '1800 DELITO',
      telefono: '1800335486',
      nota: 'opción 5',
      fuente: 'teleamazonas.com',
      fecha: '2025-11-25',
    },
  ],
  ES: [{ nombre: 'Teléfono 016', telefono: '016', fuente: 'europapress.es', fecha: '2025-08-07' }],
  GT: [{ nombre: 'Ministerio Público', telefono: '1572', fuente: 'prensalibre.com', fecha: '2020-06' }],
  HN: [{ nombre: '«Vivir sin Miedo»', telefono: '114', fuente: 'proceso.hn', fecha: '2025-08-08' }],
  MX: [
    {
      nombre: 'Línea de las Mujeres',
      telefono: '079',
      nota: 'opción 1',
      fuente: 'jornada.com.mx',
      fecha: '2025-11-05',
    },
    {
      nombre: 'Línea de la Vida',
      telefono: '800 911 2000',
      fuente: 'eluniversal.com.mx',
      fecha: '2025-12-24',
    },
  ],
  PA: [{ nombre: 'Línea 182', telefono: '182', fuente: 'prensa.com', fecha: '2024-12-17' }],
  PE: [{ nombre: 'Línea 100', telefono: '100', fuente: 'exitosanoticias.pe', fecha: '2025-11-17' }],
  PY: [{ nombre: 'SOS Mujer', telefono: '137', fuente: 'abc.com.py', fecha: '2026-01-09' }],
  SV: [{ nombre: 'ISDEMU', telefono: '126', fuente: 'presidencia.gob.sv', fecha: null }],
  UY: [
    { nombre: 'Servicio de Inmujeres', telefono: '08004141', fuente: 'ladiaria.com.uy', fecha: '2024-03' },
  ],
}
