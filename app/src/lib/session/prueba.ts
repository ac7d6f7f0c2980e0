import { toServiceError } from '../api/errors.ts'
import { createStore } from '../store.ts'
import { useStore } from '../useStore.ts'

/** Thrown when she closed the question: the action was not done, and no message is needed. */
export class PruebaCancelada extends Error {
  override name = 'PruebaCancelada'
}

export type Peticion = { id: number; answer: (proven: boolean) => void }

const peticion = createStore<Peticion | null>(null)
let asked = 0

/** What waits for her to prove who she is. */
export const currentPeticion = peticion.get

/** The same; for the one dialog that asks. */
export function usePeticion(): Peticion | null {
  return useStore(peticion)
}

/**
 * Does something that asks for a fresh proof. Where the service says that one is missing, she is asked, and it is done again:
 * nothing that she had typed is lost. There is one question at a time: the newest; one that was still open is closed by it.
 *
 * @throws PruebaCancelada when she closed the question, and whatever `action` throws
 */
export async function withPrueba<T>(action: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await action()
    } catch (failure) {
      if (!needsPrueba(failure)) throw failure
      const id = ++asked
      const proven = await new Promise<boolean>((answer) => {
        peticion.get()?.answer(false)
        peticion.set({ id, answer })
      })
      if (peticion.get()?.id === id) peticion.set(null)
      if (!proven) throw new PruebaCancelada()
    }
  }
}

function needsPrueba(failure: unknown): boolean {
  const { code } = toServiceError(failure)
  return code === 'reauthentication_needed' || code === 'PT428'
}
