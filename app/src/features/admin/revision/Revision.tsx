import { Coffee, Keyboard } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { EmptyState } from '../../../components/feedback/EmptyState.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { Collapsible } from '../../../components/layout/Collapsible.tsx'
import { useSession } from '../../../lib/session/session.tsx'
import { usePendingRevision } from '../../../lib/team/revision.ts'
import { AdminPage } from '../AdminPage.tsx'
import { OtrasEsperas } from '../Hoy.tsx'
import { Cosa } from './Cosa.tsx'
import { nameOf, useCola } from './cola.ts'
import { Leidas } from './Leidas.tsx'
import { Recientes } from './Recientes.tsx'
import { Suspensiones } from './Suspensiones.tsx'
import { useTeclas } from './teclas.ts'
import { useReviewDesk } from './useReviewDesk.ts'
import { Veladas } from './Veladas.tsx'

const TECLAS = [
  ['j', 'la siguiente'],
  ['k', 'la anterior'],
  ['t', 'tomar y leer'],
  ['a', 'dejar como está: publicar, dejar, levantar'],
  ['r', 'quitar: no publicar, retirar, mantener'],
  ['Ctrl + Intro', 'guardar lo que escribes'],
  ['Esc', 'cerrar sin decidir'],
  ['s', 'soltar'],
  ['u', 'deshacer lo último'],
  ['?', 'esta ayuda'],
] as const

/** Everything that waits for a decision, in one list; below, what was decided. */
export function Revision() {
  const cola = useCola()
  usePendingRevision()
  const desk = useReviewDesk(cola.data ?? [])
  const { has } = useSession()
  const [helping, setHelping] = useState(false)
  useTeclas({ ...desk.keys, '?': () => setHelping(true) })
  const cuantas = cola.data?.length

  return (
    <AdminPage title="Revisión" text="Lo que espera una decisión. Nadie, tampoco tú, ve quién lo escribió.">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="min-h-6 font-semibold">
          {cuantas === 0 && 'Todo está al día.'}
          {cuantas === 1 && 'Hay 1 cosa por revisar.'}
          {(cuantas ?? 0) > 1 && `Hay ${cuantas} cosas por revisar.`}
        </p>
        <span className="hidden md:block">
          <Button
            look="quiet"
            icon={<Keyboard aria-hidden="true" className="size-5" />}
            onClick={() => setHelping(true)}
          >
            Teclas
          </Button>
        </span>
      </div>
      <div className="in-turn grid gap-x-8 gap-y-5 lg:grid-cols-[3fr_2fr] lg:items-start">
        <div className="in-turn grid gap-5">
          {desk.isTired && <Descanso onRested={desk.rest} />}
          <section aria-labelledby="por-revisar">
            <h2 id="por-revisar" className="sr-only">
              Por revisar
            </h2>
            <QueryView
              query={desk.cola.length > 0 && cola.data ? { ...cola, data: desk.cola } : cola}
              errorMessage="No se pudo cargar lo que espera."
              empty={<EmptyState message="Nada espera. Aquí aparecerá lo nuevo." />}
            >
              {(list) => (
                <Card flush>
                  <ul className="grid gap-1">
                    {list.map((cosa, place) => (
                      <Cosa key={nameOf(cosa)} cosa={cosa} place={place} desk={desk} />
                    ))}
                  </ul>
                </Card>
              )}
            </QueryView>
          </section>
          <OtrasEsperas />
        </div>
        <div className="grid gap-5">
          <Collapsible title="Decidido en el último día">
            <Recientes onUndo={desk.undo} />
          </Collapsible>
          <Collapsible title="Historias ya leídas">
            <Leidas />
          </Collapsible>
          <Collapsible title="Integrantes en pausa">
            <Suspensiones />
          </Collapsible>
          {has('administradora') && (
            <Collapsible title="Decisiones sobre lo escrito sin nombre">
              <Veladas />
            </Collapsible>
          )}
        </div>
      </div>
      <Dialog open={helping} onClose={() => setHelping(false)} title="Teclas">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
          {TECLAS.map(([tecla, hace]) => (
            <div key={tecla} className="contents">
              <dt className="font-semibold">{tecla}</dt>
              <dd>{hace}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </AdminPage>
  )
}

/** What is read here weighs on the reader too. */
function Descanso({ onRested }: { onRested: () => void }) {
  return (
    <Card as="section" aria-label="Un descanso" className="grid gap-2">
      <p className="flex gap-2">
        <Coffee aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>
          Llevas un rato leyendo cosas difíciles. Levántate, toma agua, habla con alguien del equipo. Lo demás
          puede esperar, o lo toma otra.
        </span>
      </p>
      <Button look="quiet" className="justify-self-start" onClick={onRested}>
        Ya descansé
      </Button>
    </Card>
  )
}
