import { ChevronRight, ListChecks, NotebookPen } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { Booklets } from '../../components/help/Booklets.tsx'
import { EmergencyLink } from '../../components/help/EmergencyLink.tsx'
import { Simbolo } from '../../components/icons/Simbolo.tsx'
import { BelowFirst } from '../../components/layout/BelowFirst.tsx'
import { whenIdle } from '../../lib/device/idle.ts'
import { useSession } from '../../lib/session/session.tsx'
import { toastPlace } from '../../lib/toast/toast.tsx'
import { AcompanamientoCard } from './acompanamiento/AcompanamientoCard.tsx'
import { fetchAbierto } from './alAbrir.ts'
import { AjustesDialog } from './alarma/AjustesDialog.tsx'
import { AlarmaPanel } from './alarma/AlarmaPanel.tsx'
import { describePrueba, findInvitable, isProven, isReachable } from './alarma/confianza.ts'
import { useConfianzas } from './alarma/confianzas.ts'
import { useNombre } from './alarma/useNombre.ts'
import { useAlarma } from './alarma/vista.ts'
import { Coberturas } from './Coberturas.tsx'
import { ContactList, type Doing } from './contactos/ContactList.tsx'
import { useContactos } from './contactos/contactos.ts'
import { LlamadaSegura } from './llamadaSegura/LlamadaSegura.tsx'
import { LlegadaCard } from './llegada/LlegadaCard.tsx'
import { AlertPanel } from './panico/AlertPanel.tsx'
import { splitContactos } from './panico/alerta.ts'
import { PanicButton } from './panico/PanicButton.tsx'
import { Preparacion } from './panico/Preparacion.tsx'
import { usePanico } from './panico/usePanico.ts'
import { usePosicion } from './posicion/posicion.ts'
import { Simulacro } from './simulacro/Simulacro.tsx'

export function Seguridad() {
  const { user } = useSession()
  const query = useContactos()
  const { memoria, permiso } = usePosicion(user?.id ?? null)
  const { fase, alerta, pressPanico, markOpened, closeAlerta } = usePanico(user?.id, memoria, query.data, {
    nombre: useNombre(),
  })
  const { data: confianzas, isFetched } = useConfianzas()
  const { alarma, entregas } = useAlarma()
  const settled = useSettled(isFetched && query.isFetched)
  const [doing, setDoing] = useState<Doing>(null)
  const [setting, setSetting] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const card = useRef<HTMLDivElement>(null)
  const reachable = confianzas?.filter(isReachable).length
  const invitable = query.data && findInvitable(query.data, confianzas)
  const principal = splitContactos(query.data ?? []).principal

  // Behind what is drawn; what does not come is asked for again where she opens it.
  useEffect(() => whenIdle(() => void fetchAbierto().catch(() => {})), [])

  // At once, and not when the message is ready: «Cancelar» is whole on a small phone, and stays where it is.
  const counting = alarma?.fase === 'pausa'
  useEffect(() => {
    if (counting && !matchMedia('(min-width: 768px)').matches)
      card.current?.scrollIntoView({ block: 'start' })
  }, [counting])

  /** The service tells somebody, too. */
  const beside = alarma !== null && alarma.fase !== 'cerrada' && !(reachable === 0 && entregas.length === 0)

  const close = () => {
    closeAlerta()
    button.current?.focus()
  }

  return (
    <div className="mx-casa grid max-w-xl grid-cols-1 gap-3 px-4 pt-3 md:gap-5 md:px-8 md:pt-10 lg:max-w-6xl">
      <h1 className="text-center text-[1.625rem] md:text-4xl lg:text-left">Tu Espacio Seguro</h1>
      <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-[minmax(0,9fr)_minmax(0,11fr)] lg:gap-8">
        <section aria-label="Pedir ayuda" className="grid content-start gap-3">
          <PanicButton
            ref={button}
            // Once it has left, the card says how far it is: what is ready is her own message, one way of several.
            fase={fase === 'lista' && beside ? 'reposo' : fase}
            nombre={principal?.nombre ?? null}
            onPress={pressPanico}
          />
          {/* Above all that comes later: nothing pushes it away while she aims at it. */}
          {!alerta && (
            // While it counts down on a phone, what counts is at the top of the screen, and this in sight below it.
            <div className={counting ? 'max-md:order-1' : undefined}>
              <EmergencyLink asks={!alarma} />
            </div>
          )}
          {/* One card: how far the alert got, then her own message. A notice that comes meanwhile stands below it. */}
          <div
            ref={card}
            data-respuesta
            className="grid animate-sube divide-y divide-linea overflow-clip rounded-tile border-2 border-jacaranda-viva bg-superficie empty:hidden"
          >
            <AlarmaPanel
              contactos={query.data}
              reachable={reachable}
              onInvite={invitable && (() => setDoing({ inviting: invitable.id }))}
              hasMensaje={alerta !== null}
              // A press after it is another alert.
              onEnd={closeAlerta}
            />
            {alerta && <AlertPanel alerta={alerta} beside={beside} onOpened={markOpened} onClose={close} />}
          </div>
          {(alerta || alarma) && <ToastPlace />}
          {!alerta && !alarma && (
            <>
              <Preparacion
                // All that is missing at once: one line would push away the button of the next.
                contactos={isFetched ? query.data : undefined}
                permiso={permiso}
                memoria={memoria}
                alarma={
                  confianzas && {
                    reachable: reachable ?? 0,
                    proven: confianzas.filter(isProven).length,
                    prueba: describePrueba(confianzas),
                  }
                }
                onAddContacto={() => setDoing('adding')}
                invitable={invitable}
                onInvite={({ id }) => setDoing({ inviting: id })}
              />
              {/* Below all that is missing: nothing pushes it away. */}
              {settled && (
                <div className="flex flex-wrap justify-center gap-x-1">
                  {query.data && <Simulacro contactos={query.data} reachable={reachable ?? 0} />}
                  <Button look="quiet" className="px-2" onClick={() => setSetting(true)}>
                    Ajustes de tu alerta
                  </Button>
                </div>
              )}
            </>
          )}
        </section>
        {/* Once all that is above it is known: nothing pushes it away. */}
        {settled && (
          <BelowFirst>
            <div className="grid gap-2 md:gap-4">
              <ContactList query={query} doing={doing} onDo={setDoing} />
              <LlegadaCard contactos={query.data} />
              <AcompanamientoCard contactos={query.data} />
              <LlamadaSegura />
              {/* What she reads in calm, as rows of one card. */}
              <div className="divide-y divide-linea rounded-card border border-linea bg-superficie **:[details]:border-0">
                <CalmRow
                  to="/seguridad/apoyo-y-refugios"
                  icon={<Simbolo className="size-9 shrink-0" />}
                  title="Apoyo y refugios"
                  words="Líneas que te escuchan"
                />
                <CalmRow
                  to="/plan"
                  icon={
                    <ListChecks aria-hidden="true" className="mx-1.5 size-6 shrink-0 text-jacaranda-texto" />
                  }
                  title="Plan de salida"
                  words="Lo que conviene tener listo"
                />
                <CalmRow
                  to="/registro"
                  icon={
                    <NotebookPen aria-hidden="true" className="mx-1.5 size-6 shrink-0 text-jacaranda-texto" />
                  }
                  title="Registro de hechos"
                  words="Lo que pasó, con sello de hora"
                />
                <Booklets />
                <Coberturas />
              </div>
            </div>
          </BelowFirst>
        )}
      </div>
      <AjustesDialog open={setting} onClose={() => setSetting(false)} />
    </div>
  )
}

/** Toasts that come while an alert is on screen stand below its card: they cover neither that nor the button. */
function ToastPlace() {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    toastPlace.set(place.current)
    return () => toastPlace.set(null)
  }, [])
  return <div ref={place} className="scroll-mb-24" />
}

/** As long as this what stands below waits for what is above it. */
const SETTLE_MS = 4_000

function useSettled(known: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, SETTLE_MS, true)
    return () => clearTimeout(timer)
  }, [])
  return known || late
}

type CalmRowProps = { to: string; icon: ReactNode; title: string; words: string }

function CalmRow({ to, icon, title, words }: CalmRowProps) {
  return (
    <Link
      to={to}
      className="flex items-center gap-3 px-4 py-1.5 transition-colors duration-150 first:rounded-t-card hover:bg-jacaranda-suave md:px-5"
    >
      {icon}
      <span className="grid min-w-0 flex-1">
        <span className="font-semibold">{title}</span>
        <span className="text-sm text-tinta-suave">{words}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-tinta-suave" />
    </Link>
  )
}
