/** Cities of `America/…` by country, in the names of today and of before, since browsers tell either. Source: IANA tz database. */
const AMERICA: Readonly<Record<string, string>> = {
  AR: 'Buenos_Aires Catamarca Cordoba Jujuy Mendoza Rosario',
  BO: 'La_Paz',
  BR: 'Araguaina Bahia Belem Boa_Vista Campo_Grande Cuiaba Eirunepe Fortaleza Maceio Manaus Noronha Porto_Acre Porto_Velho Recife Rio_Branco Santarem Sao_Paulo',
  CL: 'Santiago Punta_Arenas Coyhaique',
  CO: 'Bogota',
  CR: 'Costa_Rica',
  CU: 'Havana',
  DO: 'Santo_Domingo',
  EC: 'Guayaquil',
  GT: 'Guatemala',
  HN: 'Tegucigalpa',
  MX: 'Mexico_City Bahia_Banderas Cancun Chihuahua Ciudad_Juarez Ensenada Hermosillo Matamoros Mazatlan Merida Monterrey Ojinaga Santa_Isabel Tijuana',
  NI: 'Managua',
  PA: 'Panama',
  PE: 'Lima',
  PR: 'Puerto_Rico',
  PY: 'Asuncion',
  SV: 'El_Salvador',
  UY: 'Montevideo',
  VE: 'Caracas',
}

/** Zones that are not of one city of America. */
const OTRAS: readonly (readonly [inicio: string, codigo: string])[] = [
  ['America/Argentina/', 'AR'],
  ['Brazil/', 'BR'],
  ['Chile/', 'CL'],
  ['Pacific/Easter', 'CL'],
  ['Cuba', 'CU'],
  ['Pacific/Galapagos', 'EC'],
  ['Mexico/', 'MX'],
  ['Europe/Madrid', 'ES'],
  ['Atlantic/Canary', 'ES'],
  ['Africa/Ceuta', 'ES'],
]

/**
 * The country that a time zone speaks for: a guess, to be asked about and never to be acted on alone.
 *
 * @param zona as `Intl.DateTimeFormat().resolvedOptions().timeZone` tells it
 * @returns ISO 3166 code; null where it tells nothing of a country whose number we have
 */
export function guessPais(zona: string | undefined): string | null {
  if (!zona) return null
  const ciudad = /^America\/([A-Z][A-Za-z_]+)$/.exec(zona)?.[1]
  if (ciudad) {
    for (const [codigo, ciudades] of Object.entries(AMERICA)) {
      if (ciudades.split(' ').includes(ciudad)) return codigo
    }
  }
  return OTRAS.find(([inicio]) => zona.startsWith(inicio))?.[1] ?? null
}
