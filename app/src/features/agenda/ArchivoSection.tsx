import { FileInput, FileOutput } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Progress } from '../../components/feedback/Progress.tsx'
import { FileButton } from '../../components/form/FileButton.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Details } from '../../components/layout/Details.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { downloadFile } from '../../lib/device/download.ts'
import { useUser } from '../../lib/session/session.tsx'
import { toFecha } from '../../lib/time/fechas.ts'
import { type Evento, whenOf } from './agendaDrafts.ts'
import { agendaDrafts } from './eventos.ts'
import type { Archivo, Leido } from './icsIn.ts'
import { describeRegla } from './repeticion.ts'
import * as toasts from './toasts.ts'

/** Of what a file brings, so many are shown before she says yes. */
const SHOWN = 8

/** Her agenda as a file for another calendar, and events of another calendar's file, which are shown before anything is written. */
export function ArchivoSection({ eventos }: { eventos: readonly Evento[] | undefined }) {
  const id = useId()
  const user = useUser()
  const [archivo, setArchivo] = useState<Archivo | null>(null)
  const [problem, setProblem] = useState('')

  const take = async () => {
    if (!eventos?.length) return toasts.nothingToTake()
    try {
      const { toIcs } = await import('./icsOut.ts')
      const now = new Date()
      downloadFile(`agenda-${toFecha(now)}.ics`, toIcs(eventos, now), 'text/calendar')
    } catch {
      toasts.fileFailed()
    }
  }
  const read = async (file: File | undefined) => {
    if (!file) return
    setProblem('')
    setArchivo(null)
    try {
      const { FileRefused, fromIcs, MAX_BYTES } = await import('./icsIn.ts')
      if (file.size > MAX_BYTES) {
        setProblem('Ese archivo pesa más de 1 MB. Pide a la otra aplicación menos tiempo.')
        return
      }
      const known = new Set(eventos?.map((evento) => evento.id))
      await fromIcs(await file.text(), user.id, (one) => known.has(one)).then(
        setArchivo,
        (failure: unknown) => {
          if (!(failure instanceof FileRefused)) throw failure
          setProblem(failure.message)
        },
      )
    } catch {
      toasts.fileFailed()
    }
  }

  return (
    <Card as="section" aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-lg">
        Llevar y traer
      </h2>
      <p className="text-[0.9375rem] text-tinta-suave">
        Tu agenda en un archivo para otro calendario (.ics). Queda en tus descargas, sin contraseña: guárdalo
        donde solo tú entres.
      </p>
      <div className="grid grid-fit-[11rem] gap-2">
        <Button
          look="secondary"
          className="px-2"
          icon={<FileOutput aria-hidden="true" className="size-5" />}
          onClick={() => void take()}
        >
          Llevarme la agenda
        </Button>
        <FileButton
          label="Archivo de calendario"
          accept=".ics,text/calendar"
          className="px-2"
          // Without her list nobody knows what she has already.
          disabled={!eventos}
          icon={<FileInput aria-hidden="true" className="size-5" />}
          onFile={(chosen) => void read(chosen)}
        >
          Traer de un archivo
        </FileButton>
      </div>
      {problem && (
        <p role="alert" className="text-alerta-texto">
          {problem}
        </p>
      )}
      {archivo && <Vista archivo={archivo} onDone={() => setArchivo(null)} />}
    </Card>
  )
}

const count = (many: number, one: string, more: string) => `${many} ${many === 1 ? one : more}`

/** «12 eventos, 3 se repiten, 1 no se pudo leer» */
export function countWords({ leidos, yaEstaban, fallidos }: Archivo): string {
  const repeated = leidos.filter(({ campos }) => campos.regla).length
  return [
    count(leidos.length, 'evento', 'eventos'),
    repeated > 0 && count(repeated, 'se repite', 'se repiten'),
    yaEstaban > 0 && count(yaEstaban, 'ya está en tu agenda', 'ya están en tu agenda'),
    fallidos > 0 && count(fallidos, 'no se pudo leer', 'no se pudieron leer'),
  ]
    .filter(Boolean)
    .join(', ')
}

/** What a file would bring; nothing of it is written before she says so. */
function Vista({ archivo, onDone }: { archivo: Archivo; onDone: () => void }) {
  const { leidos, notas } = archivo
  const [done, setDone] = useState<number | null>(null)
  const [failure, setFailure] = useState('')

  const addAll = async () => {
    if (done !== null) return
    let waiting = false
    for (const [index, leido] of leidos.entries()) {
      setDone(index)
      try {
        waiting = (await add(leido)) || waiting
      } catch (reason) {
        setFailure(
          `Entraron ${index} de ${leidos.length}. ${messageOf(reason)} Elige el archivo otra vez para seguir: lo que ya está no se repite.`,
        )
        return
      }
    }
    onDone()
    if (waiting) toasts.savedHere()
    else toasts.fileRead(leidos.length)
  }
  return (
    <div className="grid gap-3 rounded-card border border-linea p-4">
      <p role="status" className="font-semibold">
        {countWords(archivo)}.
      </p>
      {notas.length > 0 && (
        <Details title={count(notas.length, 'cosa cambia al entrar', 'cosas cambian al entrar')}>
          <ul className="grid list-disc gap-1 pl-5 text-[0.9375rem]">
            {notas.map((nota) => (
              <li key={nota} dir="auto">
                {nota}
              </li>
            ))}
          </ul>
        </Details>
      )}
      {leidos.length > 0 && (
        <ul className="grid gap-1 text-[0.9375rem]">
          {leidos.slice(0, SHOWN).map(({ id, campos }) => (
            <li key={id} className="grid">
              <span dir="auto" className="font-semibold">
                {campos.titulo}
              </span>
              <span className="text-tinta-suave">
                {whenOf(campos)}
                {campos.regla && ` · ${describeRegla(campos.regla, campos.fecha)}`}
              </span>
            </li>
          ))}
          {leidos.length > SHOWN && <li className="text-tinta-suave">… y {leidos.length - SHOWN} más.</li>}
        </ul>
      )}
      {failure ? (
        <p role="alert" className="text-alerta-texto">
          {failure}
        </p>
      ) : (
        done !== null && <Progress label="Agregando" value={done / leidos.length} />
      )}
      <div className="flex flex-wrap gap-2">
        {leidos.length > 0 && !failure && (
          <Button busy={done !== null} busyLabel="Agregando…" onClick={() => void addAll()}>
            {leidos.length === 1 ? 'Agregar el evento' : `Agregar los ${leidos.length}`}
          </Button>
        )}
        <Button look="quiet" disabled={done !== null && !failure} onClick={onDone}>
          {failure || leidos.length === 0 ? 'Cerrar' : 'Cancelar'}
        </Button>
      </div>
    </div>
  )
}

/** @returns whether it waits on the device. What the service refuses is no draft of hers: it is in the file still. */
async function add({ id, campos }: Leido): Promise<boolean> {
  const body = { ...campos, base: null, propia: true, en: Date.now() }
  try {
    const result = await agendaDrafts.add(id, body)
    if (result === 'held') await agendaDrafts.discard(id)
    return result === 'ready'
  } catch (failure) {
    await agendaDrafts.discard(id)
    throw failure
  }
}
