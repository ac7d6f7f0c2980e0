import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { FileButton } from '../../../components/form/FileButton.tsx'
import { Badge } from '../../../components/icons/Badge.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { messageOf } from '../../../lib/api/errors.ts'
import { StaleForm } from '../../../lib/api/versionedRows.ts'
import { downloadFile } from '../../../lib/device/download.ts'
import { type Asociacion, useSaveAsociacion } from '../asociaciones.ts'
import { textOf } from './codificacion.ts'
import { type Cambio, hides, isGuardable, readCsv, toCsv } from './csv.ts'

const MAX_BYTES = 2_000_000

/** The directory taken along as a sheet, and one brought back: every line is shown before anything is saved. */
export function Csv({ asociaciones }: { asociaciones: Asociacion[] }) {
  const [cambios, setCambios] = useState<Cambio[] | null>(null)
  const [problem, setProblem] = useState('')

  const download = async () => downloadFile('directorio.csv', await toCsv(asociaciones), 'text/csv')

  const read = async (chosen: File | undefined) => {
    setCambios(null)
    setProblem('')
    if (!chosen) return
    try {
      if (chosen.size > MAX_BYTES) throw new Error('La hoja es demasiado grande: caben 2 MB.')
      setCambios(await readCsv(textOf(new Uint8Array(await chosen.arrayBuffer())), asociaciones))
    } catch (failure) {
      setProblem((failure as Error).message)
    }
  }

  return (
    <Card className="grid gap-3">
      <p className="text-[0.9375rem] text-tinta-suave">
        Descárgala, corrígela y súbela: antes de guardar verás qué cambia en cada línea. Una línea sin «id» es
        una entrada nueva. Verificar un número solo se hace llamando.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          look="secondary"
          icon={<Download aria-hidden="true" className="size-5" />}
          onClick={() => void download()}
        >
          Descargar
        </Button>
        <FileButton
          label="Hoja del directorio"
          accept=".csv,text/csv"
          icon={<Upload aria-hidden="true" className="size-5" />}
          onFile={(chosen) => void read(chosen)}
        >
          Subir una hoja
        </FileButton>
      </div>
      {problem && (
        <p role="alert" className="text-alerta-texto">
          {problem}
        </p>
      )}
      {cambios && <Vista cambios={cambios} onDone={() => setCambios(null)} />}
    </Card>
  )
}

const QUE = {
  nueva: { texto: 'Nueva', tono: 'salvia' },
  corrige: { texto: 'Corrige', tono: 'jacaranda' },
  error: { texto: 'No se puede', tono: 'alerta' },
} as const

/** Why a line was not saved: what somebody else wrote meanwhile stays as it is. */
function tellWhy(failure: unknown, isNew: boolean): string {
  if (!(failure instanceof StaleForm)) return messageOf(failure)
  if (isNew) return 'Ya está en el directorio y alguien la corrigió. Quedó como estaba.'
  return failure.now
    ? 'Alguien la cambió mientras tanto. Quedó como está ahora: descarga la hoja otra vez.'
    : 'Alguien la borró mientras tanto.'
}

/** What a sheet would do, line by line, and the button that does it. */
function Vista({ cambios, onDone }: { cambios: Cambio[]; onDone: () => void }) {
  const save = useSaveAsociacion()
  const [done, setDone] = useState(0)
  const [failed, setFailed] = useState<string[] | null>(null)
  const shown = cambios.filter((cambio) => cambio.que !== 'igual')
  const able = cambios.filter(isGuardable)
  const same = cambios.length - shown.length
  const hidden = cambios.filter(hides).length

  const saveAll = async () => {
    const problems: string[] = []
    for (const [index, { id, base, campos, linea, nombre }] of able.entries()) {
      setDone(index + 1)
      try {
        await save.mutateAsync({ id, base, campos })
      } catch (failure) {
        problems.push(`Línea ${linea}, ${nombre}: ${tellWhy(failure, base === null)}`)
      }
    }
    setFailed(problems)
  }

  if (failed) {
    return (
      <div className="grid gap-2">
        <p role="status" className="font-semibold">
          {able.length - failed.length} de {able.length} guardadas.
        </p>
        <ul className="grid gap-1 text-alerta-texto text-sm">
          {failed.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <Button look="secondary" className="justify-self-start" onClick={onDone}>
          Listo
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-3">
      {hidden > 0 && (
        <p role="alert" className="font-semibold text-alerta-texto">
          {hidden === 1
            ? 'Una entrada desaparecería del directorio: nadie la encontraría.'
            : `${hidden} entradas desaparecerían del directorio: nadie las encontraría.`}
        </p>
      )}
      <p role="status" className="font-semibold">
        {able.length === 0 ? 'Nada que guardar.' : `${able.length} por guardar.`}{' '}
        <span className="font-normal text-tinta-suave">{same > 0 && `${same} sin cambios.`}</span>
      </p>
      <ul className="grid max-h-96 divide-y divide-linea overflow-y-auto rounded-card bg-hundido px-3">
        {shown.map((cambio) => (
          <li key={cambio.linea} className="grid gap-0.5 py-2 wrap-anywhere">
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={QUE[cambio.que].tono}>{QUE[cambio.que].texto}</Badge>
              <span className="font-semibold">{cambio.nombre}</span>
              <span className="text-sm text-tinta-suave">línea {cambio.linea}</span>
            </p>
            <p className="text-sm text-tinta-suave">
              {cambio.que === 'error' ? cambio.motivo : cambio.que === 'corrige' && cambio.difiere.join(', ')}
            </p>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {able.length > 0 && (
          <Button
            busy={done > 0}
            busyLabel={`Guardando ${done} de ${able.length}…`}
            onClick={() => void saveAll()}
          >
            Guardar {able.length}
          </Button>
        )}
        <Button look="quiet" onClick={onDone}>
          No guardar
        </Button>
      </div>
    </div>
  )
}
