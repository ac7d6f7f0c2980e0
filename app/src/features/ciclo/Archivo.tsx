import { Download, Printer, Upload } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { FileButton } from '../../components/form/FileButton.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { downloadFile } from '../../lib/device/download.ts'
import { type Fecha, longFecha } from '../../lib/time/fechas.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { type Leido, MAX_BYTES, newOf, readArchivo, toCsv } from './archivo.ts'
import type { MiCicloDatos } from './useCiclo.ts'

type ArchivoProps = { ciclo: MiCicloDatos; hoy: Fecha }

/** Her notes taken along as a file, and those of another app brought in: what would be noted is shown before. */
export function Archivo({ ciclo, hoy }: ArchivoProps) {
  const id = useId()
  const [leido, setLeido] = useState<Leido | null>(null)
  const [problem, setProblem] = useState('')
  const { historia } = ciclo

  const read = async (chosen: File | undefined) => {
    setLeido(null)
    setProblem('')
    if (!chosen) return
    try {
      if (chosen.size > MAX_BYTES) throw new Error('El archivo es demasiado grande: caben 10 MB.')
      setLeido(await readArchivo(await chosen.text(), hoy))
    } catch (failure) {
      setProblem((failure as Error).message)
    }
  }

  return (
    <Card as="section" aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-lg">
        Llevar y traer
      </h2>
      <p className="text-[0.9375rem] text-tinta-suave">
        Tráelo de drip (CSV), de Clue (measurements.json) o de aquí mismo. Se lee en tu dispositivo. Lo que
        descargas lo lee quien encuentre el archivo.
      </p>
      <div className="flex flex-wrap gap-3">
        <FileButton
          label="Archivo con tu ciclo"
          accept=".csv,.json,text/csv,application/json"
          icon={<Upload aria-hidden="true" className="size-5" />}
          onFile={(chosen) => void read(chosen)}
        >
          Traer de un archivo
        </FileButton>
        {historia.apuntes.length > 0 && (
          <Button
            look="secondary"
            icon={<Download aria-hidden="true" className="size-5" />}
            onClick={() => void toCsv(historia).then((text) => downloadFile('notas.csv', text, 'text/csv'))}
          >
            Descargar
          </Button>
        )}
        {historia.inicios.length > 0 && (
          <Link
            to="#consulta"
            className="flex min-h-11 items-center gap-2 font-semibold text-jacaranda-texto underline-offset-4 hover:underline"
          >
            <Printer aria-hidden="true" className="size-5" />
            Resumen para consulta
          </Link>
        )}
      </div>
      {problem && (
        <p role="alert" className="text-alerta-texto">
          {problem}
        </p>
      )}
      {leido && <Vista leido={leido} ciclo={ciclo} onDone={() => setLeido(null)} />}
    </Card>
  )
}

const count = (number: number, one: string, several: string) => `${number} ${number === 1 ? one : several}`

/** What would be noted, and the button that does it. */
function Vista({ leido, ciclo, onDone }: { leido: Leido; ciclo: MiCicloDatos; onDone: () => void }) {
  const nuevos = newOf(leido, ciclo.historia)
  const inicios = nuevos
    .filter(({ que }) => que === 'inicio')
    .map(({ fecha }) => fecha)
    .sort()
    .toReversed()
  const dias = nuevos.filter(({ que }) => que === 'dia').length
  const known = leido.apuntes.length - nuevos.length
  return (
    <section aria-label="Lo que se anotaría" className="grid gap-3 border-linea border-t pt-3">
      <p role="status">
        {nuevos.length === 0
          ? `De ${leido.de}: nada nuevo.`
          : `De ${leido.de}: ${count(inicios.length, 'inicio', 'inicios')} y ${count(dias, 'día con apuntes', 'días con apuntes')}.`}
        {known > 0 && ` Lo que ya tenías se queda como está.`}
        {leido.saltadas > 0 && ` ${count(leido.saltadas, 'línea no se pudo', 'líneas no se pudieron')} leer.`}
      </p>
      {inicios.length > 0 && (
        <ul aria-label="Inicios" className="max-h-56 overflow-y-auto rounded-control bg-hundido px-3 py-2">
          {inicios.map((fecha) => (
            <li key={fecha}>{longFecha(fecha)}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {nuevos.length > 0 && (
          <Button
            onClick={() => {
              void ciclo.addAll(nuevos)
              toast({ title: 'Anotado' })
              onDone()
            }}
          >
            Anotarlo
          </Button>
        )}
        <Button look="quiet" onClick={onDone}>
          {nuevos.length > 0 ? 'Cancelar' : 'Listo'}
        </Button>
      </div>
    </section>
  )
}
