import { type ToastMessage, toast } from './toast.tsx'

/** Texts that several rooms share (specification, section 8). */
export const avisos = {
  enDesarrollo: { title: '🚧 Función en desarrollo' },
  proximamente: { title: 'Próximamente' },
} satisfies Record<string, ToastMessage>

/** Says that a button leads to something that does not exist yet. */
export function avisarEnDesarrollo(description?: string): void {
  toast({ ...avisos.enDesarrollo, description })
}
