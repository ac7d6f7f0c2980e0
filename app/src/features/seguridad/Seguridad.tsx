import { ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from '../../components/button/Button.tsx'
import { cx } from '../../components/cx.ts'
import { Booklets } from '../../components/help/Booklets.tsx'
import { EmergencyLink } from '../../components/help/EmergencyLink.tsx'
import { Simbolo } from '../../components/icons/Simbolo.tsx'
import { BelowFirst } from '../../components/layout/BelowFirst.tsx'
import { whenIdle } from '../../lib/device/idle.ts'
import { useSession } from '../../lib/session/session.tsx'
import { AcompanamientoCard } from './acompanamiento/AcompanamientoCard.tsx'
import { fetchAbierto } from './alAbrir.ts'
import { AjustesDialog } from './alarma/AjustesDialog.tsx'
import { AlarmaPanel } from './alarma/AlarmaPanel.tsx'
import { describePrueba, findInvitable, isReachable } from './alarma/confianza.ts'
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
import { PROBAR, Simulacro } from './simulacro/Simulacro.tsx'

export function Seguridad() {
  const { user } = useSession()
  const query = useContactos()
  const { memoria, permiso } = usePosicion(user?.id ?? null)
  const { fase, alerta, pressPanico, markOpened, closeAlerta } = usePanico(memoria, query.data, {
    nombre: useNombre(),
  })
  const { data: confianzas, isFetched } = useConfianzas()
  const { alarma } = useAlarma()
  const [doing, setDoing] = useState<Doing>(null)
  const [setting, setSetting] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const reachable = confianzas?.filter(isReachable).length
  const invitable = query.data && findInvitable(query.data, confianzas)
  const principal = splitContactos(query.data ?? []).principal

  // Behind what is drawn; what does not come is asked for again where she opens it.
  useEffect(() => whenIdle(() => void fetchAbierto().catch(() => {})), [])

  const close = () => {
    closeAlerta()
    button.current?.focus()
  }

  return (
    <div className="mx-casa grid max-w-xl grid-cols-1 gap-5 px-4 pt-4 bajita:max-md:gap-3 bajita:max-md:pt-2 md:px-8 md:pt-10 lg:max-w-6xl">
      <h1 className="text-center text-[1.75rem] md:text-4xl lg:text-left">Tu Espacio Seguro</h1>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,9fr)_minmax(0,11fr)] lg:grid-rows-[auto_1fr] lg:gap-8">
        {/* On a phone the first screen whole: what is missing is known later, and has its place in it. */}
        <section
          aria-label="Pedir ayuda"
          className="grid min-h-[calc(100dvh-9rem)] content-start gap-4 md:min-h-0"
        >
          <PanicButton ref={button} fase={fase} nombre={principal?.nombre ?? null} onPress={pressPanico} />
          {/* Above all that comes later: nothing pushes it away while she aims at it. */}
          {!alerta && <EmergencyLink asks={!alarma} />}
          <div data-respuesta className="grid gap-4 empty:hidden">
            <AlarmaPanel
              contactos={query.data}
              reachable={reachable}
              onInvite={invitable && (() => setDoing({ inviting: invitable.id }))}
              // A press after it is another alert.
              onEnd={closeAlerta}
            />
            {alerta && <AlertPanel alerta={alerta} onOpened={markOpened} onClose={close} />}
          </div>
          {!alerta && !alarma && (
            <>
              <div className="flex flex-wrap justify-center gap-x-2">
                {query.data ? (
                  <Simulacro contactos={query.data} reachable={reachable ?? 0} />
                ) : (
                  // Its place, until her contacts are known: as wide, or the button beside it would move.
                  <span
                    aria-hidden="true"
                    data-placeholder
                    className={buttonClass({
                      look: 'quiet',
                      className: 'animate-respira bg-linea text-transparent',
                    })}
                  >
                    {PROBAR}
                  </span>
                )}
                <Button look="quiet" onClick={() => setSetting(true)}>
                  Ajustes de tu alerta
                </Button>
              </div>
              <Preparacion
                // All that is missing at once: one line would push away the button of the next.
                contactos={isFetched ? query.data : undefined}
                permiso={permiso}
                memoria={memoria}
                alarma={confianzas && { reachable: reachable ?? 0, prueba: describePrueba(confianzas) }}
                onAddContacto={() => setDoing('adding')}
                invitable={invitable}
                onInvite={({ id }) => setDoing({ inviting: id })}
              />
            </>
          )}
        </section>
        <BelowFirst>
          <div className="grid gap-4 lg:row-span-2">
            <div className="grid grid-fit-[12rem] gap-4">
              <div className="grid sm:max-lg:col-span-full">
                <LlegadaCard contactos={query.data} />
              </div>
              <AcompanamientoCard contactos={query.data} />
              <div className="grid lg:col-span-full">
                <LlamadaSegura />
              </div>
            </div>
            <Apoyo />
            <Booklets />
          </div>
          {/* On a wide screen below the button, once all that is above it there is known: nothing pushes it away. */}
          <div
            className={cx(
              'grid gap-4 lg:col-start-1 lg:row-start-2',
              !(isFetched && query.isFetched) && 'lg:hidden',
            )}
          >
            <ContactList query={query} doing={doing} onDo={setDoing} />
            <Coberturas />
          </div>
        </BelowFirst>
      </div>
      <AjustesDialog open={setting} onClose={() => setSetting(false)} />
    </div>
  )
}

function Apoyo() {
  return (
    <Link
      to="/seguridad/apoyo-y-refugios"
      className="flex items-center gap-4 rounded-card border border-linea bg-superficie p-4 transition-colors duration-150 hover:bg-jacaranda-suave"
    >
      <Simbolo className="size-11 shrink-0" />
      <span className="grid min-w-0 flex-1">
        <span className="font-semibold text-[1.0625rem]">Apoyo y refugios</span>
        <span className="text-[0.9375rem] text-tinta-suave">Líneas y asociaciones que escuchan</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-tinta-suave" />
    </Link>
  )
}
