import { useState } from 'react'
import { EmptyState } from '../../../components/feedback/EmptyState.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { AdminPage } from '../../../components/layout/AdminPage.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { Collapsible } from '../../../components/layout/Collapsible.tsx'
import { AsociacionDialog } from '../AsociacionDialog.tsx'
import { type Asociacion, useAsociaciones } from '../asociaciones.ts'
import { paises } from '../lugares.ts'
import { Csv } from './Csv.tsx'
import { Historia } from './Historia.tsx'
import { Llamada } from './Llamada.tsx'
import { usePendingLlamadas } from './llamadas.ts'
import { Sugerencias } from './Sugerencias.tsx'

/** The directory kept alive: whom to call, what members suggest, and all of it as a sheet. */
export function DirectorioAdmin() {
  const asociaciones = useAsociaciones()
  const [editing, setEditing] = useState<{ asociacion: Asociacion; called: boolean } | null>(null)
  const [historia, setHistoria] = useState<Asociacion | null>(null)
  const list = asociaciones.data ?? []

  return (
    <AdminPage
      title="Llamadas del directorio"
      text="Un número equivocado hace daño. Aquí está a quién llamar hoy, y lo que avisan las usuarias."
    >
      <Collapsible level="h2" title="Qué decir cuando contestan">
        <Guion />
      </Collapsible>
      <div className="in-turn grid gap-5">
        <section aria-labelledby="por-llamar" className="grid gap-3">
          <PendingLlamadas
            asociaciones={list}
            waits={!asociaciones.isFetched}
            onEdit={(asociacion) => setEditing({ asociacion, called: true })}
            onHistoria={setHistoria}
          />
        </section>
        <section aria-labelledby="sugerencias" className="grid gap-3">
          <h2 id="sugerencias" className="text-xl">
            Sugerencias de usuarias
          </h2>
          <Sugerencias
            asociaciones={list}
            onEdit={(asociacion) => setEditing({ asociacion, called: false })}
          />
        </section>
        <section aria-labelledby="hoja" className="grid gap-3">
          <h2 id="hoja" className="text-xl">
            Como hoja de cálculo
          </h2>
          <Csv asociaciones={list} />
        </section>
      </div>
      <AsociacionDialog
        edicion={editing?.asociacion ?? null}
        called={editing?.called ?? false}
        onClose={() => setEditing(null)}
        entries={list}
        paises={paises(list)}
      />
      <Historia asociacion={historia} onClose={() => setHistoria(null)} />
    </AdminPage>
  )
}

type PendingLlamadasProps = {
  asociaciones: Asociacion[]
  /** They are on their way. */
  waits: boolean
  onEdit: (asociacion: Asociacion) => void
  onHistoria: (asociacion: Asociacion) => void
}

function PendingLlamadas({ asociaciones, waits, onEdit, onHistoria }: PendingLlamadasProps) {
  const query = usePendingLlamadas()
  const byId = new Map(asociaciones.map((asociacion) => [asociacion.id, asociacion]))
  return (
    <>
      <h2 id="por-llamar" className="flex flex-wrap items-baseline gap-x-2 text-xl">
        Por llamar
        {query.data && (
          <span role="status" className="font-normal font-sans text-base text-tinta-suave">
            {query.data.length === 1 ? 'queda 1' : `quedan ${query.data.length}`}
          </span>
        )}
      </h2>
      <p className="text-sm text-tinta-suave">
        Las que nadie ha marcado en 180 días, o de las que avisó una usuaria; la más antigua primero.
      </p>
      <QueryView
        query={waits ? { ...query, data: undefined } : query}
        errorMessage="No se pudo cargar a quién llamar."
        empty={<EmptyState message="Todo el directorio está al día. Gracias por llamar." />}
      >
        {(list) => (
          <Card flush>
            <ul className="renglones">
              {list.map((pending) => {
                const asociacion = byId.get(pending.id)
                return (
                  asociacion && (
                    <Llamada
                      key={pending.id}
                      asociacion={asociacion}
                      pending={pending}
                      onEdit={() => onEdit(asociacion)}
                      onHistoria={() => onHistoria(asociacion)}
                    />
                  )
                )
              })}
            </ul>
          </Card>
        )}
      </QueryView>
    </>
  )
}

/** What a volunteer says on the telephone. She never says for whom she calls: nobody's name, no case. */
function Guion() {
  return (
    <ol className="grid list-decimal gap-2 pl-5">
      <li>
        «Buenos días. Llamo de un directorio de apoyo para mujeres. Quisiera confirmar los datos que
        publicamos de ustedes; son dos minutos.»
      </li>
      <li>«¿Este es el número para pedir ayuda? ¿Hay otro, o WhatsApp?»</li>
      <li>«¿En qué horario contestan? ¿También de noche y en fin de semana?»</li>
      <li>«¿A quién atienden, y en qué lugares? ¿Tiene costo?»</li>
      <li>«¿Cómo prefieren que las presentemos? ¿Hay algo que no debamos publicar?»</li>
      <li>
        Si es un refugio: no preguntes ni apuntes la dirección. Si quien contesta no sabe, da las gracias y
        márcalo como «No contesta».
      </li>
    </ol>
  )
}
