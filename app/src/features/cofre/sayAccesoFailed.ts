import { messageOf } from '../../lib/api/errors.ts'
import { AccesoCancelado, SinPrf } from '../../lib/cofre/acceso.ts'
import { PruebaCancelada } from '../../lib/session/prueba.ts'
import { toast } from '../../lib/toast/toast.tsx'

/** What went wrong with a passkey; nothing where she closed a question. */
export function sayAccesoFailed(title: string, failure: unknown): void {
  if (failure instanceof AccesoCancelado || failure instanceof PruebaCancelada) return
  toast({ title, description: wordsOf(failure), variant: 'destructive' })
}

function wordsOf(failure: unknown): string {
  if (failure instanceof SinPrf)
    return 'Este navegador, o donde tu teléfono guarda las llaves de acceso, no sirve para esto. Tus 12 palabras sí.'
  if (!(failure instanceof DOMException)) return messageOf(failure)
  return failure.name === 'InvalidStateError'
    ? 'Este teléfono ya tiene una.'
    : 'El navegador no pudo usarla. Tus 12 palabras siguen sirviendo.'
}
