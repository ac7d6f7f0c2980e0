import { isSessionKept } from '../../data/session-storage.ts'
import { NothingKept } from '../../ui/NothingKept.tsx'
import { Comunicados } from './Comunicados.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { Respuesta } from './Respuesta.tsx'

/** What Home may offer below its tiles, each once it knows that there is something: nobody waits for its code. */
export function BelowTiles() {
  return (
    <>
      <NothingKept unless={isSessionKept} />
      <Respuesta />
      <Comunicados />
      <FirstSteps />
    </>
  )
}
