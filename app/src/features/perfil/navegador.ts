const BROWSERS: [RegExp, string][] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/SamsungBrowser\//, 'Internet de Samsung'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

const find = (known: [RegExp, string][], text: string) => known.find(([pattern]) => pattern.test(text))?.[1]

/** A browser as people name it: «Chrome en Android»; as much of it as can be told. */
export function nombreOfNavegador(userAgent: string | null): string {
  const browser = find(BROWSERS, userAgent ?? '')
  const system = find(SYSTEMS, userAgent ?? '')
  if (!browser) return system ? `Un navegador en ${system}` : 'Un dispositivo'
  return system ? `${browser} en ${system}` : browser
}

/** The browsers of one device: one, unless a mark of it was carried elsewhere. */
export function nombresOfNavegador(userAgents: string[]): string {
  const names = [...new Set(userAgents.map((userAgent) => nombreOfNavegador(userAgent)))]
  return new Intl.ListFormat('es').format(names)
}
