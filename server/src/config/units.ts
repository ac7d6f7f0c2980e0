import { goSeconds } from './duration.ts'
import { SettingsError } from './error.ts'

/** Seconds of a duration as the Supabase command-line tool reads it: `60s`, `1m0s`, `24h`. @throws SettingsError */
export function seconds(duration: string, where: string): number {
  const read = goSeconds(duration)
  if (read === undefined) throw new SettingsError(`${where}: «${duration}» no es una duración como 60s.`)
  return read
}

/** @returns undefined where nothing, or `0s`, is set: without an end */
export function lifetime(duration: string | undefined, where: string): number | undefined {
  return duration === undefined ? undefined : seconds(duration, where) || undefined
}

/** A size as the Supabase command-line tool reads it: `5MiB`, `50MB`, or a number of bytes. @throws SettingsError */
export function bytes(size: number | string, where: string): number {
  if (typeof size === 'number') return size
  const match = /^(\d{1,12})\s*([kmg]?)(i?)b?$/i.exec(size.trim())
  if (!match) throw new SettingsError(`${where}: «${size}» no es un tamaño como 50MiB.`)
  const power = { '': 0, k: 1, m: 2, g: 3 }[match[2]!.toLowerCase() as '' | 'k' | 'm' | 'g']
  return Number(match[1]) * (match[3] ? 1024 : 1000) ** power
}
