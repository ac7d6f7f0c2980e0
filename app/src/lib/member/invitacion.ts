import { inTab } from '../device/storage.ts'

/** The invitation that she came with, while an identity provider has the page. */
export type Invitacion = { codigo: string; comparteNombre: boolean }

/** In the tab alone: it survives the way to the provider and back, and nothing after that. */
const KEY = 'invitacion'

/** Keeps it for the question that an account from a provider is asked; none takes an older one away. */
export function saveInvitacion(invitacion: Invitacion | null): void {
  if (invitacion) inTab.setItem(KEY, JSON.stringify(invitacion))
  else inTab.removeItem(KEY)
}

/** What was kept, or null; what cannot be read counts as nothing. */
export function readInvitacion(): Invitacion | null {
  try {
    const { codigo, comparteNombre } = JSON.parse(inTab.getItem(KEY) ?? '{}') as Record<string, unknown>
    return typeof codigo === 'string' && codigo ? { codigo, comparteNombre: comparteNombre === true } : null
  } catch {
    return null
  }
}
