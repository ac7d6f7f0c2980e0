import { useRef, useState } from 'react'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Skeleton } from '../../components/feedback/Skeleton.tsx'
import { useFailure } from '../../components/feedback/useFailure.ts'
import { Card } from '../../components/layout/Card.tsx'
import { later } from '../../components/layout/deferred.tsx'
import type { Animo } from '../../lib/cofre/animos.ts'
import type { TipoArchivo } from '../../lib/cofre/archivos.ts'
import { useCofre } from '../../lib/cofre/cofre.ts'
import { nombreOf } from '../../lib/cofre/nombreOf.ts'
import { useOnline } from '../../lib/device/online.ts'
import { type Fecha, mesOf, shortHora } from '../../lib/time/fechas.ts'
import { useToday } from '../../lib/time/today.ts'
import { NOT_HERE } from '../../lib/toast/notHere.ts'
import { Agregar } from './Agregar.tsx'
import { useArchivos, usePorEnviar } from './archivos.ts'
import { Conflicto } from './Conflicto.tsx'
import type { Registro } from './diaryDrafts.ts'
import { Editor } from './Editor.tsx'
import { diaryDrafts, type Entrada, useDiaryDrafts, useEntradas, useLatestVersion } from './entradas.ts'
import { Lectura } from './Lectura.tsx'
import { withOtraNota } from './notas.ts'
import { SinLlave } from './SinLlave.tsx'
import { titulo } from './texto.ts'

const Archivos = later(async () => (await import('./Archivos.tsx')).Archivos)

type DiaProps = {
  fecha: Fecha
  /** How she said that she was. */
  animo: Animo | null
}

/** One day: what is written in it, or the empty page. What this device holds of it comes before what the service has. */
export function Dia({ fecha, animo }: DiaProps) {
  const query = useEntradas(mesOf(fecha))
  const { listo, registros } = useDiaryDrafts()
  const online = useOnline()
  const [editing, setEditing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const cofre = useCofre()
  const hoy = useToday()
  const registro = registros.get(fecha)
  const ultima = useLatestVersion(fecha)
  const entrada =
    (query.data ? query.data.find((candidate) => candidate.fecha === fecha) : ultima) ?? undefined
  const unknown = query.data === undefined && ultima === undefined
  const failure = useFailure(query)

  /** The focused element disappears: the focus moves to the day. */
  const done = () => {
    // It was saved, and she has begun another note meanwhile.
    if (diaryDrafts.get().registros.get(fecha)?.state === 'draft') return
    setEditing(false)
    heading.current?.focus()
  }

  const archivos = useArchivos(mesOf(fecha)).filter((archivo) => archivo.fecha === fecha)
  const porEnviar = usePorEnviar().filter((one) => one.fecha === fecha)

  /** A day that has nothing but a file is a written day as well: its entry says what it is. */
  const onAdded = async (tipo: TipoArchivo) => {
    if (unknown || entrada || diaryDrafts.get().registros.has(fecha)) return
    diaryDrafts.write(fecha, nombreOf(tipo), null)
    const result = await diaryDrafts.save(fecha).catch(() => 'ready')
    // Another device wrote the day meanwhile: hers stays, and nothing is asked.
    if (result === 'held') await diaryDrafts.discard(fecha)
  }

  const files = (archivos.length > 0 || porEnviar.length > 0) && (
    <Archivos archivos={archivos} porEnviar={porEnviar} />
  )
  // Nothing is written over words that cannot be read here, and of two versions she chooses first.
  const reading = listo && !editing && !entrada?.ilegible ? readingOf(entrada, registro) : null
  /** What the day holds is on its way: what stands below its words comes with them. */
  const waiting = !reading && !registro && unknown && !failure && online
  /** Where she has no key nothing is added, and nothing that cannot be opened is deleted. */
  const writable = listo && !waiting && !entrada?.ilegible && cofre !== 'cerrado'
  const addNota = () => {
    if (!reading) return
    diaryDrafts.write(fecha, withOtraNota(reading.contenido, shortHora(new Date())), reading.base)
    setEditing(true)
  }

  const content = () => {
    if (!listo) return <Skeleton className="h-56" />
    if (entrada?.ilegible) return <SinLlave ilegible={entrada?.ilegible} cofre={cofre} />
    if (registro?.state === 'held') return <Conflicto fecha={fecha} registro={registro} onDone={done} />
    if (reading) {
      return (
        <Lectura
          fecha={fecha}
          contenido={reading.contenido}
          archivoUrl={entrada?.archivo_url}
          pending={registro !== undefined}
          clear={!registro && cofre === 'abierto' && !entrada?.sellada}
          onEdit={() => setEditing(true)}
          onRemoved={done}
        >
          {files}
        </Lectura>
      )
    }
    if (!registro && cofre === 'cerrado') return <SinLlave ilegible={null} cofre={cofre} />
    if (waiting) return <Skeleton className="h-56" />
    return (
      <>
        {unknown && failure && (
          <ErrorState message={NOT_HERE} onRetry={() => void query.refetch()} busy={query.isFetching} />
        )}
        <Editor
          fecha={fecha}
          entrada={entrada}
          registro={registro}
          unknown={unknown}
          focus={editing}
          onDone={done}
        />
      </>
    )
  }

  return (
    <Card className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-xl md:text-2xl">
        {titulo(fecha)}
      </h2>
      {animo && (
        <p className="-mt-3 text-[0.9375rem] text-tinta-suave">
          Tu ánimo: <span className="font-semibold">{animo}</span>
        </p>
      )}
      {content()}
      {writable && !reading && files}
      {writable && (
        <Agregar
          fecha={fecha}
          cofre={cofre}
          video={!entrada}
          {...(reading && fecha === hoy && { onNota: addNota })}
          onAdded={(tipo) => void onAdded(tipo)}
        />
      )}
    </Card>
  )
}

/**
 * What is shown to read: what waits on the device before what the service has; null where she is writing, has a choice to make, or what she
 * saved is nowhere yet.
 */
function readingOf(entrada: Entrada | undefined, registro: Registro | undefined) {
  if (registro) return registro.state === 'ready' && registro.kept ? registro : null
  return entrada ? { contenido: entrada.contenido, base: entrada.actualizado_en } : null
}
