import { Versiones } from '../../components/form/Versiones.tsx'
import type { Registro } from '../../lib/offline/savedWriting.ts'
import { uuid } from '../../lib/random.ts'
import { type Apunte, type Evento, nameOf, whenOf } from './agendaDrafts.ts'
import { isPossible } from './dias.ts'
import { agendaDrafts, useSavedEvento } from './eventos.ts'
import { describeRegla } from './repeticion.ts'
import * as toasts from './toasts.ts'

type ConflictoProps = { id: string; apunte: Registro<Apunte>; onDone: () => void }

/** Another device or tab changed or deleted the event that she changed here. */
export function Conflicto({ id, apunte, onDone }: ConflictoProps) {
  const { state: _, ...mine } = apunte

  /** @param as the id under which it is saved; another one leaves the other device's as it is */
  const save = async (as: string, otro: Evento | null) => {
    try {
      const nuevo = as !== id || otro === null
      agendaDrafts.write(as, { ...mine, base: nuevo ? null : otro.actualizado_en })
      const result = await agendaDrafts.save(as)
      if (result === 'saved') toasts.eventoSaved(nuevo)
      if (result === 'ready') toasts.savedHere()
      if (as !== id) await agendaDrafts.discard(id)
      if (result !== 'held') onDone()
    } catch (failure) {
      toasts.error(failure)
    }
  }
  const letGo = async () => {
    await agendaDrafts.discard(id)
    onDone()
  }

  return (
    <Versiones
      query={useSavedEvento(id)}
      errorMessage="No se pudieron cargar los eventos."
      message={(otro) =>
        otro
          ? 'Este evento cambió en otra pestaña o dispositivo. Aquí están los dos: elige con cuál te quedas.'
          : 'Este evento se borró en otra pestaña o dispositivo. Lo que escribiste sigue aquí: elige si vuelve.'
      }
      mine={<Summary of={apunte} />}
      theirs={{ title: 'Guardado en otra pestaña o dispositivo', content: (otro) => <Summary of={otro} /> }}
      keepMine={{
        // Without its words it cannot be written anew.
        label: (otro) => (otro ? 'Quedarme con este' : apunte.ilegible ? null : 'Guardarlo otra vez'),
        onClick: (otro) => save(id, otro),
      }}
      keepTheirs={{
        label: (otro) => (otro ? 'Quedarme con el otro' : 'Dejarlo borrado'),
        onClick: () => void letGo(),
      }}
      keepBoth={
        apunte.ilegible ? undefined : { label: 'Guardar los dos', onClick: (otro) => save(uuid(), otro) }
      }
    />
  )
}

/** What two versions may differ in: those of the form and those of the service alike. */
function Summary({ of }: { of: Evento | Apunte }) {
  const { lugar, notas, regla, fecha } = of
  return (
    <p className="grid">
      <span dir="auto" className="font-semibold">
        {nameOf(of)}
      </span>
      <span className="text-[0.9375rem] text-tinta-suave">
        {whenOf(of)} · {of.notificar ? 'con aviso' : 'sin aviso'}
      </span>
      {regla && isPossible(fecha) && (
        <span className="text-[0.9375rem] text-tinta-suave">
          {describeRegla(regla, fecha)}
          {of.excepto.length > 0 && `, sin ${of.excepto.length} ${of.excepto.length === 1 ? 'día' : 'días'}`}
        </span>
      )}
      {lugar && (
        <span dir="auto" className="text-[0.9375rem] text-tinta-suave">
          {lugar}
        </span>
      )}
      {notas && (
        <span dir="auto" className="whitespace-pre-line text-[0.9375rem] text-tinta-suave">
          {notas}
        </span>
      )}
    </p>
  )
}
