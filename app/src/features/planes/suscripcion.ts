import { brand } from '../../lib/installation/brand.ts'

export type PlanId = keyof typeof brand.plans

export const PLANES = Object.keys(brand.plans) as PlanId[]

/** A checkout or subscription of hers. */
export type Fila = {
  plan: string
  estado: string
  vigente_hasta: string | null
  cancela_al_final: boolean
}

/** The plan that an address names; null for none of ours. */
export function planOf(text: string | null): PlanId | null {
  return PLANES.find((plan) => plan === text) ?? null
}

/**
 * What her rows say of a plan that she comes back from paying.
 *
 * @param rows newest first
 */
export function pagoState(rows: readonly Fila[], plan: PlanId, now: Date): 'pagada' | 'espera' | 'nada' {
  const own = rows.filter((row) => row.plan === plan)
  const valid = ({ estado, vigente_hasta }: Fila) =>
    estado === 'activa' && (vigente_hasta === null || new Date(vigente_hasta) > now)
  if (own.some(valid)) return 'pagada'
  return own.some(({ estado }) => estado === 'pendiente') ? 'espera' : 'nada'
}

/**
 * What the plans promise and the app does not have today. Events of the premium plan are there while one is to come.
 *
 * @param hayEventos what the service said of that; until it has, there are none
 */
export function comingOf(hayEventos: unknown): readonly string[] {
  return brand.comingFeatures.filter((feature) => feature !== brand.premiumEvents || hayEventos !== true)
}
