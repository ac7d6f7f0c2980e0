import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../../components/button/Button.tsx'
import { SafeHtml } from '../../../components/content/SafeHtml.tsx'
import { ConfirmDialog } from '../../../components/dialog/ConfirmDialog.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { Badge } from '../../../components/icons/Badge.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { Collapsible } from '../../../components/layout/Collapsible.tsx'
import { uuid } from '../../../lib/random.ts'
import { longFecha, shortHora } from '../../../lib/time/fechas.ts'
import { AdminPage } from '../AdminPage.tsx'
import { sayDone, sayFailed } from '../toasts.ts'
import { PoliticaForm } from './PoliticaForm.tsx'
import {
  type Obra,
  type Politica,
  useDeleteBorrador,
  useNueva,
  useObras,
  usePoliticas,
  useWithdrawProgramada,
} from './politicas.ts'
import { ESCRITO_VACIO, type Escrito, nextVersion } from './versiones.ts'

const NUEVA = 'nueva'

/** The legal texts: what is in force, what waits for its day, drafts of the team; one of them open to be written. */
export function LegalAdmin() {
  const politicas = usePoliticas()
  const obras = useObras()
  const [params, setParams] = useSearchParams()
  const open = params.get('texto')
  const query = {
    ...politicas,
    // Of either: with one of the two nothing can be shown.
    error: politicas.error ?? obras.error,
    errorUpdateCount: politicas.errorUpdateCount + obras.errorUpdateCount,
    isFetching: politicas.isFetching || obras.isFetching,
    data: politicas.data && obras.data ? { publicadas: politicas.data, obras: obras.data } : undefined,
    refetch: () => Promise.all([politicas.refetch(), obras.refetch()]),
  }
  const close = () => setParams({})

  return (
    <AdminPage
      title="Políticas legales"
      text="Lo que está en vigor no cambia: se publica una corrección o una versión nueva."
    >
      <QueryView query={query} errorMessage="No se pudieron cargar las políticas legales." empty="">
        {({ publicadas, obras }) => {
          const obra = obras.find(({ id }) => id === open) ?? null
          return open === NUEVA || obra ? (
            // Lines as long as they are read well.
            <div className="grid max-w-3xl gap-5">
              <PoliticaForm
                key={obra?.id ?? NUEVA}
                obra={obra}
                vigente={publicadas[0] ?? null}
                onSaved={(saved) => setParams(saved ? { texto: saved.id } : {}, { replace: true })}
                onClose={close}
              />
            </div>
          ) : (
            <Lists publicadas={publicadas} obras={obras} onOpen={(id) => setParams({ texto: id })} />
          )
        }}
      </QueryView>
    </AdminPage>
  )
}

type ListsProps = { publicadas: Politica[]; obras: Obra[]; onOpen: (id: string) => void }

function Lists({ publicadas, obras, onOpen }: ListsProps) {
  const [nueva, writeNueva] = useNueva()
  const [asking, setAsking] = useState<Escrito | null>(null)
  const [vigente, ...anteriores] = publicadas
  const programadas = obras.filter(({ clase }) => clase === 'programada')
  const borradores = obras.filter(({ clase }) => clase === 'borrador')
  const taken = [...publicadas.map(({ version }) => version), ...obras.map(({ escrito }) => escrito.version)]

  const start = (escrito: Escrito) => {
    // Forgotten first: what is begun here takes an id of its own.
    writeNueva(null)
    if (escrito !== ESCRITO_VACIO) writeNueva({ id: uuid(), base: null, escrito })
    setAsking(null)
    onOpen(NUEVA)
  }
  const begin = (escrito: Escrito) => (nueva ? setAsking(escrito) : start(escrito))
  const from = ({ titulo, contenido }: Politica, menor: boolean): Escrito => ({
    ...ESCRITO_VACIO,
    titulo,
    contenido,
    menor,
    version: vigente ? nextVersion(vigente.version, menor, taken) : '',
  })

  return (
    <div className="grid gap-8">
      {nueva && (
        <Card className="flex flex-wrap items-center justify-between gap-3">
          <p>Tienes en este dispositivo un texto que nadie más ve todavía.</p>
          <Button look="secondary" onClick={() => onOpen(NUEVA)}>
            Seguir escribiendo
          </Button>
        </Card>
      )}
      <section aria-labelledby="en-vigor" className="grid gap-3">
        <h2 id="en-vigor" className="text-xl">
          En vigor
        </h2>
        {vigente ? (
          <Card className="grid gap-3">
            <Named
              escrito={vigente}
              what={`En vigor desde el ${longFecha(new Date(vigente.publicada_en))}`}
            />
            <div className="flex flex-wrap gap-3">
              <Button onClick={() => begin(from(vigente, false))}>Escribir una versión nueva</Button>
              <Button look="secondary" onClick={() => begin(from(vigente, true))}>
                Corregir algo pequeño
              </Button>
            </div>
            {programadas.length > 0 && (
              <p className="text-sm text-tinta-suave">
                Hay una versión programada: lo que corrijas aquí, corrígelo también en ella.
              </p>
            )}
          </Card>
        ) : (
          <Card className="grid justify-items-start gap-3">
            <p className="text-tinta-suave">No se encontró ninguna política legal publicada.</p>
            <Button onClick={() => begin(ESCRITO_VACIO)}>Escribir la primera</Button>
          </Card>
        )}
      </section>
      {programadas.length > 0 && (
        <Rows title="Programadas">
          {programadas.map((obra) => (
            <Programada key={obra.id} obra={obra} onOpen={onOpen} />
          ))}
        </Rows>
      )}
      {borradores.length > 0 && (
        <Rows title="Borradores del equipo">
          {borradores.map((obra) => (
            <Borrador key={obra.id} obra={obra} onOpen={onOpen} />
          ))}
        </Rows>
      )}
      {anteriores.length > 0 && (
        <Rows title="Anteriores">
          {anteriores.map((politica) => (
            <li key={politica.id} className="grid grid-cols-1 gap-2 p-3">
              <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
                <Named escrito={politica} what={longFecha(new Date(politica.publicada_en))} />
                <Button
                  look="quiet"
                  aria-label={`Partir de esta versión, la ${politica.version}`}
                  onClick={() => begin(from(politica, false))}
                >
                  Partir de esta versión
                </Button>
              </div>
              <Collapsible title={`Leer la versión ${politica.version}`}>
                <SafeHtml html={politica.contenido} className="texto" />
              </Collapsible>
            </li>
          ))}
        </Rows>
      )}
      <ConfirmDialog
        open={asking !== null}
        title="¿Empezar de nuevo?"
        description="Lo que tienes a medias en este dispositivo se descarta. Para conservarlo, ábrelo y guárdalo como borrador."
        action="Empezar de nuevo"
        onConfirm={() => asking && start(asking)}
        onCancel={() => setAsking(null)}
      />
    </div>
  )
}

const row = 'flex flex-wrap items-center justify-between gap-x-3 gap-y-2 p-3'

function Rows({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-3">
      <h2 className="text-xl">{title}</h2>
      <Card flush>
        <ul className="divide-y divide-linea">{children}</ul>
      </Card>
    </section>
  )
}

type NamedProps = { escrito: Pick<Escrito, 'titulo' | 'version' | 'menor'>; what: string }

function Named({ escrito: { titulo, version, menor }, what }: NamedProps) {
  return (
    <div className="grid min-w-0 justify-items-start gap-0.5 wrap-anywhere">
      <h3 className="font-sans font-semibold text-base">
        {titulo || 'Sin título'}, {version ? `versión ${version}` : 'sin número'}
      </h3>
      <p className="text-sm text-tinta-suave">{what}</p>
      {menor && <Badge>Cambio menor</Badge>}
    </div>
  )
}

const when = (moment: string) => {
  const date = new Date(moment)
  return `${longFecha(date)}, ${shortHora(date)}`
}

type ObraProps = { obra: Obra; onOpen: (id: string) => void }

function Programada({ obra, onOpen }: ObraProps) {
  const [asking, setAsking] = useState(false)
  const withdraw = useWithdrawProgramada()
  const { version } = obra.escrito

  const confirm = async () => {
    try {
      await withdraw.mutateAsync(obra)
      sayDone('Versión retirada')
    } catch (failure) {
      sayFailed('No se pudo retirar', failure)
    }
    setAsking(false)
  }
  return (
    <li className={row}>
      <Named escrito={obra.escrito} what={`Entra en vigor el ${when(obra.at)}`} />
      <div className="flex flex-wrap gap-2">
        <Button
          look="secondary"
          aria-label={`Corregir la versión ${version}`}
          onClick={() => onOpen(obra.id)}
        >
          Corregir
        </Button>
        <Button look="quiet" aria-label={`Retirar la versión ${version}`} onClick={() => setAsking(true)}>
          Retirar
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={`¿Retirar la versión ${version}?`}
        description="Ya no entra en vigor. Su texto queda entre los borradores del equipo."
        action="Retirar"
        busy={withdraw.isPending}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      />
    </li>
  )
}

function Borrador({ obra, onOpen }: ObraProps) {
  const [asking, setAsking] = useState(false)
  const deleteBorrador = useDeleteBorrador()
  const { titulo, version } = obra.escrito
  const name = titulo || version || 'sin título'

  const confirm = async () => {
    try {
      await deleteBorrador.mutateAsync(obra)
      sayDone('Borrador borrado')
    } catch (failure) {
      sayFailed('No se pudo borrar', failure)
    }
    setAsking(false)
  }
  return (
    <li className={row}>
      <Named escrito={obra.escrito} what={`Guardado el ${when(obra.at)}`} />
      <div className="flex flex-wrap gap-2">
        <Button
          look="secondary"
          aria-label={`Seguir con el borrador ${version || name}`}
          onClick={() => onOpen(obra.id)}
        >
          Seguir
        </Button>
        <Button
          look="quiet"
          aria-label={`Borrar el borrador ${version || name}`}
          onClick={() => setAsking(true)}
        >
          Borrar
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title="¿Borrar este borrador?"
        description={`«${name}» se borra para todo el equipo y no se puede recuperar.`}
        action="Borrar"
        busy={deleteBorrador.isPending}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      />
    </li>
  )
}
