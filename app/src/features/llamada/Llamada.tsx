import { useMutation } from '@tanstack/react-query'
import { Camera, CameraOff, Mic, MicOff, PhoneOff, ShieldCheck } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { Button, buttonClass } from '../../components/button/Button.tsx'
import { cx } from '../../components/cx.ts'
import { Switch } from '../../components/form/Switch.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { sparesData } from '../../lib/device/sparesData.ts'
import { knownConfig } from '../../lib/installation/config.ts'
import { usePerfil } from '../../lib/member/perfil.ts'
import { Mosaico } from './Mosaico.tsx'
import { enterLlamada, type Presente } from './presentes.ts'
import { ReportDialog } from './ReportDialog.tsx'
import { useLlamada } from './useLlamada.ts'

/** Back to the circle that the call was opened from, else to all of them. */
function useVuelta(): string {
  const state = useLocation().state as { sala?: string } | null
  return state?.sala ? `/comunidad/sala/${state.sala}` : '/comunidad/salas'
}

/** A call inside the app: first what it means, then the call. */
export function Llamada() {
  const { id = '' } = useParams()
  // On a slow or costly connection, unless she chooses otherwise.
  const [soloAudio, setSoloAudio] = useState(sparesData)
  const [yo, setYo] = useState<string | null>(null)
  const entrada = useMutation({ mutationFn: () => enterLlamada(id), onSuccess: setYo })
  const vuelta = useVuelta()
  const { sala } = (useLocation().state as { sala?: string } | null) ?? {}

  if (yo) {
    return (
      <EnLlamada
        key={yo}
        yo={yo}
        soloAudio={soloAudio}
        onSoloAudio={setSoloAudio}
        onOut={() => {
          entrada.reset()
          setYo(null)
        }}
      />
    )
  }
  return (
    <div className="mx-casa grid max-w-xl gap-5 px-4 pt-4 md:px-8 md:pt-10">
      <header className="grid gap-1">
        <h1 className="text-[1.75rem] md:text-4xl">Antes de entrar</h1>
        <p className="text-tinta-suave">
          Tu micrófono y tu cámara empiezan apagados. Tú decides si los enciendes.
        </p>
      </header>
      <Privacidad />
      <SoloAudio checked={soloAudio} onChange={setSoloAudio} />
      {entrada.error && (
        <p role="alert" className="rounded-card bg-alerta-suave p-4 text-alerta-texto">
          {messageOf(entrada.error)}
        </p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button size="lg" busy={entrada.isPending} onClick={() => entrada.mutate()}>
          Entrar a la llamada
        </Button>
        <Link to={vuelta} className={buttonClass({ look: 'secondary', size: 'lg' })}>
          Volver a la sala
        </Link>
      </div>
      {sala && (
        <p className="text-[0.9375rem] text-tinta-suave">
          ¿Está llena, terminó o no te sientes cómoda con quien está?{' '}
          <Link
            to={`/llamada/abrir/${sala}`}
            state={{ otra: true }}
            className="font-semibold text-jacaranda-texto underline"
          >
            Abrir otra llamada
          </Link>
        </p>
      )}
    </div>
  )
}

/** One switch for everybody's pictures, hers and theirs. */
function SoloAudio(state: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <div className="flex items-center justify-between gap-x-3">
      <p aria-hidden="true" className="grid">
        <span className="font-semibold">Solo audio</span>
        <span className="text-sm text-tinta-suave max-sm:hidden">Sin imágenes: gasta menos datos</span>
      </p>
      <Switch label="Solo audio" {...state} />
    </div>
  )
}

function Privacidad() {
  const relayed = knownConfig()?.iceServers?.some(({ urls }) =>
    [urls].flat().some((url) => url.startsWith('turn')),
  )
  return (
    <Card as="section" className="grid gap-2 text-[0.9375rem]">
      <h2 className="flex items-center gap-2 text-lg">
        <ShieldCheck aria-hidden="true" className="size-5 text-salvia-texto" />
        Qué es privado y qué no
      </h2>
      <ul className="grid list-disc gap-1.5 pl-5">
        <li>Voz e imagen viajan cifradas entre ustedes. No se graban aquí.</li>
        <li>Solo entran integrantes de la comunidad, hasta cuatro. Ven tu nombre y tu foto del chat.</li>
        {relayed ? (
          <li>La conexión pasa por un servidor intermedio: las demás no ven la dirección de tu internet.</li>
        ) : (
          <li>
            La conexión es directa: quien sepa mirar puede ver la dirección de tu internet (IP), que dice más
            o menos en qué zona estás. Si eso te pone en riesgo, no entres.
          </li>
        )}
        <li>No podemos impedir que alguien grabe con otro aparato, ni que te escuchen donde estás.</li>
      </ul>
    </Card>
  )
}

type EnLlamadaProps = {
  yo: string
  soloAudio: boolean
  onSoloAudio: (value: boolean) => void
  onOut: () => void
}

function EnLlamada({ yo, soloAudio, onSoloAudio, onOut }: EnLlamadaProps) {
  const { pares, gente, tracks, toggle, ended } = useLlamada(yo, { soloAudio })
  const { data: perfil } = usePerfil()
  const [reported, setReported] = useState<Presente | null>(null)
  const navigate = useNavigate()
  const vuelta = useVuelta()
  const own = useMemo(() => new MediaStream(tracks.video ? [tracks.video] : []), [tracks.video])

  if (ended) {
    return (
      <div className="mx-casa grid max-w-xl gap-4 px-4 pt-6 md:px-8 md:pt-10">
        <h1 className="text-2xl">Saliste de la llamada</h1>
        <p role="status">Entraste desde otro lugar, o se cortó tu conexión.</p>
        <Button onClick={onOut}>Volver a entrar</Button>
        <Link to={vuelta} className={buttonClass({ look: 'secondary' })}>
          Volver a la sala
        </Link>
      </div>
    )
  }
  return (
    <div
      data-entera
      className="mx-casa flex h-[calc(100dvh-var(--arriba)-var(--abajo))] min-h-min max-w-5xl flex-col gap-3 p-3 md:p-6"
    >
      <header className="flex items-center justify-between gap-3">
        <h1 className="text-xl">Llamada</h1>
        <p role="status" className="text-sm text-tinta-suave">
          {pares.length === 0 ? 'Aún no llega nadie más' : `${pares.length + 1} en la llamada`}
        </p>
      </header>
      <ul
        className={cx(
          'grid min-h-48 flex-1 auto-rows-fr gap-3 overflow-y-auto sm:grid-cols-2 *:only:col-span-full',
          // Three or four on a phone share its width; one under the other they would not fit.
          pares.length > 1 && 'grid-cols-2',
        )}
      >
        {pares.map((par) => {
          const quien = gente.find(({ id }) => id === par.id)
          return (
            <Mosaico
              key={par.id}
              nombre={quien?.nombre ?? 'Anónimo'}
              foto={quien?.foto ?? null}
              conectada={par.conectada}
              micro={par.micro}
              camara={par.camara && !soloAudio}
              stream={par.stream}
              onReport={quien && (() => setReported(quien))}
            />
          )
        })}
        <Mosaico
          own
          nombre={perfil?.username || 'Anónimo'}
          foto={perfil?.foto_url ?? null}
          conectada
          micro={tracks.audio !== null}
          camara={tracks.video !== null}
          stream={own}
        />
      </ul>
      <div className="flex items-center justify-center gap-3">
        <Control on={tracks.audio !== null} label="Micrófono" onClick={() => toggle('audio')}>
          {tracks.audio ? <Mic aria-hidden="true" /> : <MicOff aria-hidden="true" />}
        </Control>
        <Control
          on={tracks.video !== null}
          label="Cámara"
          disabled={soloAudio}
          onClick={() => toggle('video')}
        >
          {tracks.video ? <Camera aria-hidden="true" /> : <CameraOff aria-hidden="true" />}
        </Control>
        <Button
          look="danger"
          size="lg"
          icon={<PhoneOff aria-hidden="true" className="size-5" />}
          onClick={() => navigate(vuelta)}
        >
          Salir
        </Button>
      </div>
      <SoloAudio checked={soloAudio} onChange={onSoloAudio} />
      <ReportDialog key={reported?.id} quien={reported} onClose={() => setReported(null)} />
    </div>
  )
}

type ControlProps = {
  on: boolean
  label: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

/** A switch in the form of a big round button: filled while it is on. */
function Control({ on, label, disabled, onClick, children }: ControlProps) {
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className={`grid size-14 place-items-center rounded-full border-2 border-jacaranda-viva transition-colors duration-150 disabled:opacity-50 [&_svg]:size-6 ${
        on ? 'bg-jacaranda text-sobre-jacaranda' : 'text-jacaranda-texto hover:bg-jacaranda-suave'
      }`}
    >
      {children}
    </button>
  )
}
