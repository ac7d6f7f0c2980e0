import type { ReactNode } from 'react'
import { NoStorageNotice } from '../../components/feedback/NoStorageNotice.tsx'
import { isSessionStored } from '../../lib/session/sessionStorage.ts'
import { Comunicados } from './Comunicados.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { Respuesta } from './Respuesta.tsx'

/** What Home may offer below its tiles, each once it knows that there is something: nobody waits for its code. */
export function BelowTiles({ paso }: { paso: ReactNode }) {
  return (
    <>
      <NoStorageNotice unless={isSessionStored} />
      <Respuesta />
      <Comunicados />
      {paso && <FirstSteps>{paso}</FirstSteps>}
    </>
  )
}
