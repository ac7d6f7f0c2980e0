import { ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../data/session.tsx'
import { EmergencyLink } from '../../ui/EmergencyLink.tsx'
import { Simbolo } from '../../ui/Simbolo.tsx'
import { AcompanamientoCard } from './acompanamiento/AcompanamientoCard.tsx'
import { Coberturas } from './Coberturas.tsx'
import { ContactList } from './contactos/ContactList.tsx'
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
  const { fase, alerta, guardado, pressPanico, markOpened, closeAlerta } = usePanico(memoria, query.data)
  const button = useRef<HTMLButtonElement>(null)
  const principal = splitContactos(query.data ?? []).principal

  const close = () => {
    closeAlerta()
    button.current?.focus()
  }

  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 pt-4 md:px-8 md:pt-10 lg:max-w-5xl">
      <h1 className="text-center text-[1.75rem] md:text-4xl lg:text-left">Tu Espacio Seguro</h1>
      <div className="grid items-start gap-5 lg:grid-cols-2 lg:gap-8">
        <section aria-label="Pedir ayuda" className="grid gap-4">
          <PanicButton ref={button} fase={fase} nombre={principal?.nombre ?? null} onPress={pressPanico} />
          {alerta ? (
            <AlertPanel alerta={alerta} guardado={guardado} onOpened={markOpened} onClose={close} />
          ) : (
            <>
              <Preparacion contactos={query.data} permiso={permiso} memoria={memoria} />
              <EmergencyLink />
              {query.data && <Simulacro contactos={query.data} />}
            </>
          )}
        </section>
        <div className="grid gap-4">
          <LlegadaCard contactos={query.data} />
          <div className="grid gap-4 sm:grid-cols-2">
            <AcompanamientoCard contactos={query.data} />
            <LlamadaSegura />
          </div>
          <Apoyo />
          <ContactList query={query} />
          <Coberturas />
        </div>
      </div>
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
