import type { Plan } from '../_shared/stripe.ts'

/** What the database says of the member who asks (`pedir_pago`). */
export type CheckoutState = {
  usuaria: string
  /** Who she is to the provider, once she has paid before. */
  cliente: string | null
  vigente: { suscripcion: string; estado: string } | null
  /** A checkout that was begun and neither paid nor given up; `pago` is its session, once the provider has made one. */
  pendiente: { id: string; plan: Plan; pago: string | null } | null
}
