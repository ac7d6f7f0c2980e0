import { Versiones } from '../../components/form/Versiones.tsx'
import { useCofre } from '../../lib/cofre/cofre.ts'
import type { Fecha } from '../../lib/time/fechas.ts'
import type { Registro } from './diaryDrafts.ts'
import { diaryDrafts, type Entrada, useSavedVersion } from './entradas.ts'
import { SinLlave } from './SinLlave.tsx'
import * as toasts from './toasts.ts'

type ConflictoProps = { fecha: Fecha; registro: Registro; onDone: () => void }

/** Two devices or tabs wrote the same day. */
export function Conflicto({ fecha, registro: { contenido }, onDone }: ConflictoProps) {
  const saved = useSavedVersion(fecha)
  const cofre = useCofre()
  const write = (words: string, otra: Entrada | null) =>
    diaryDrafts.write(fecha, words, otra?.actualizado_en ?? null)

  const keepMine = async (otra: Entrada | null) => {
    try {
      write(contenido, otra)
      const result = await diaryDrafts.save(fecha)
      if (result === 'saved') toasts.entradaSaved()
      if (result === 'ready') toasts.savedHere()
      // Changed over there once more: she is shown that one, and chooses again.
      if (result !== 'held') onDone()
    } catch (failure) {
      toasts.saveFailed(failure)
    }
  }
  const letGo = () => {
    void diaryDrafts.discard(fecha)
    onDone()
  }

  // What cannot be read here is neither laid aside nor joined unseen.
  if (saved.data?.ilegible) return <SinLlave ilegible={saved.data.ilegible} cofre={cofre} />
  return (
    <Versiones
      query={saved}
      errorMessage="No se pudieron cargar las entradas."
      message={(otra) =>
        otra
          ? 'Este día cambió en otra pestaña o dispositivo mientras escribías. Aquí están las dos versiones: elige con cuál te quedas, o únelas.'
          : 'La entrada de este día se borró en otra pestaña o dispositivo mientras escribías. Lo que escribiste sigue aquí: elige si vuelve.'
      }
      mine={<Words of={contenido} />}
      theirs={{
        title: 'Guardada en otra pestaña o dispositivo',
        content: (otra) => <Words of={otra.contenido} />,
      }}
      keepMine={{ label: (otra) => (otra ? 'Quedarme con esta' : 'Guardarla otra vez'), onClick: keepMine }}
      keepTheirs={{ label: (otra) => (otra ? 'Quedarme con la otra' : 'Dejarla borrada'), onClick: letGo }}
      keepBoth={{
        label: 'Unir las dos y seguir escribiendo',
        onClick: (otra) => write(`${otra.contenido}\n\n${contenido.trim()}`, otra),
      }}
    />
  )
}

function Words({ of }: { of: string }) {
  return (
    <p dir="auto" className="max-h-64 w-full overflow-y-auto whitespace-pre-wrap leading-relaxed">
      {of.trim()}
    </p>
  )
}
