/** «4:05», or «1:04:05» from an hour on. */
export function reloj(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const shown = parts[0] ? parts : parts.slice(1)
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

const UNITS = [
  ['hora', 'horas'],
  ['minuto', 'minutos'],
  ['segundo', 'segundos'],
] as const

/** «4 minutos y 5 segundos», as it is said. */
export function spokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const said = parts.flatMap((part, index) =>
    part > 0 ? [`${part} ${UNITS[index]![part === 1 ? 0 : 1]}`] : [],
  )
  return new Intl.ListFormat('es', { type: 'conjunction' }).format(said.length > 0 ? said : ['0 segundos'])
}
