import { useId, useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { EmptyState } from '../../../components/feedback/EmptyState.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { Badge } from '../../../components/icons/Badge.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { readable } from '../../../lib/text/readable.ts'
import { longFecha, shortHora } from '../../../lib/time/fechas.ts'
import { AdminPage } from '../AdminPage.tsx'
import { tellSince } from '../desde.ts'
import { HiloSoporte } from './HiloSoporte.tsx'
import { type HiloEnCola, useColaSoporte } from './soporte.ts'

const nameOf = ({ nombre }: HiloEnCola) => readable(nombre ?? '') || 'Anónima'

/** Members who wrote to the team, and answering them. */
export function SoporteAdmin() {
  const query = useColaSoporte()
  const [open, setOpen] = useState<HiloEnCola | null>(null)
  return (
    <AdminPage
      title="Soporte"
      text="Quien escribió al equipo. Ella verá que alguien leyó o respondió, no quién; todo se borra a los noventa días."
    >
      <QueryView
        query={query}
        errorMessage="No se pudo cargar quién escribió."
        empty={<EmptyState message="Nadie ha escrito al equipo en los últimos noventa días." />}
      >
        {(list) => {
          const waiting = list.filter(({ espera_desde }) => espera_desde)
          const rest = list.filter(({ espera_desde }) => !espera_desde)
          return (
            <div className="grid grid-fit-[26rem] items-start gap-x-8 gap-y-5">
              <Lista
                title="Esperan respuesta"
                counted
                list={waiting}
                none="Nadie espera respuesta."
                onOpen={setOpen}
              />
              {rest.length > 0 && <Lista title="Respondidas" list={rest} onOpen={setOpen} />}
            </div>
          )
        }}
      </QueryView>
      <Dialog open={open !== null} onClose={() => setOpen(null)} title={open ? nameOf(open) : ''}>
        {open && <HiloSoporte key={open.id} id={open.id} onDone={() => setOpen(null)} />}
      </Dialog>
    </AdminPage>
  )
}

type ListaProps = {
  title: string
  list: HiloEnCola[]
  /** How many they are is said where there is one. */
  counted?: boolean
  none?: string
  onOpen: (hilo: HiloEnCola) => void
}

function Lista({ title, list, counted, none, onOpen }: ListaProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="text-xl">
        {title}
        {counted && list.length > 0 && (
          <>
            {' '}
            {/* The nought of the headings' letters is an «o». */}
            <span className="font-sans text-[0.85em]">({list.length})</span>
          </>
        )}
      </h2>
      {list.length === 0 && <p className="text-tinta-suave">{none}</p>}
      {list.length > 0 && (
        <Card flush>
          <ul className="divide-y divide-linea">
            {list.map((hilo) => (
              <li key={hilo.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 p-3">
                <p className="grid min-w-0 gap-0.5 wrap-anywhere">
                  <bdi translate="no" className="font-semibold">
                    {nameOf(hilo)}
                  </bdi>
                  <Waited hilo={hilo} />
                </p>
                <Button
                  look="quiet"
                  className="-mx-2 px-2"
                  aria-label={`Abrir lo que escribió ${nameOf(hilo)}`}
                  onClick={() => onOpen(hilo)}
                >
                  Abrir
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

const LATE_MS = 2 * 86_400_000

function Waited({ hilo: { espera_desde, ultimo_en } }: { hilo: HiloEnCola }) {
  const moment = new Date(espera_desde ?? ultimo_en)
  if (!espera_desde)
    return (
      <span className="text-sm text-tinta-suave">
        {longFecha(moment)}, {shortHora(moment)}
      </span>
    )
  return (
    <span className="text-sm">
      <Badge tone={Date.now() - moment.getTime() > LATE_MS ? 'alerta' : 'maiz'}>
        Espera {tellSince(moment)}
      </Badge>
    </span>
  )
}
