import { CloudOff, Download, FileOutput, Printer, ShieldCheck, Smartphone } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../components/button/Button.tsx'
import { QuienLoLee } from '../../components/content/QuienLoLee.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { PageSkeleton } from '../../components/feedback/Skeleton.tsx'
import { Badge } from '../../components/icons/Badge.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { PageTitle } from '../../components/layout/PageTitle.tsx'
import { useNotas } from '../../lib/cofre/hojas.ts'
import { toBase64Url } from '../../lib/cofre/sobre.ts'
import { downloadFile } from '../../lib/device/download.ts'
import { useBorrador } from '../../lib/offline/drafts.ts'
import { useUser } from '../../lib/session/session.tsx'
import { shortHora, toFecha } from '../../lib/time/fechas.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { cuandoWords, momentWords } from './cuando.ts'
import { Documento } from './Documento.tsx'
import { fotoSrc } from './foto.ts'
import { type Borrador, type Escrito, HechoForm, VACIO } from './HechoForm.tsx'
import { type Hecho, pruebaOf, type Sello, type Sonido, tachadasOf } from './registro.ts'
import { Sonar } from './Sonar.tsx'
import { expectStamp, useCadena } from './sellos.ts'
import { contenidoOf } from './sonido.ts'
import { Tachar } from './Tachar.tsx'

const ID = 'abcdefghijklmnopqrstuvwxyz234567'
const ID_LENGTH = 20

/** Random, and of the letters that a period may have. */
const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(ID_LENGTH)), (byte) => ID[byte % ID.length]).join('')
const newSal = () => toBase64Url(crypto.getRandomValues(new Uint8Array(16)))

/** What happened, entry by entry, in a chain that shows later that nothing was changed. */
export function Registro() {
  const { id: cuenta } = useUser()
  const { notas, soloAqui, write } = useNotas<Hecho>('hechos')
  const hechos = useMemo(() => notas && [...notas.values()].flat().map(({ value }) => value), [notas])
  const cadena = useCadena(hechos)
  // Every letter is kept on the device until she saves it, with what it corrects.
  const [draft, change, forget] = useBorrador<Borrador>('hecho', VACIO)
  const [sonido, keepSonido, forgetSonido] = useBorrador<Sonido | null>('hecho sonido', null)
  const [striking, setStriking] = useState<string | null>(null)
  const [exporting, setExporting] = useState<'print' | 'file' | null>(null)
  const first = useRef<HTMLTextAreaElement>(null)
  const paper = usePaper()
  if (!hechos || !cadena) return <PageSkeleton />

  const sellos = new Map(cadena.cadena.flatMap(({ hecho, ...sello }) => (hecho ? [[hecho.id, sello]] : [])))
  const byId = new Map(hechos.map((hecho) => [hecho.id, hecho]))
  const lejos = cadena.cadena.filter(({ hecho }) => hecho === null).length
  const nameOf = (id: string | null): string | null => {
    const hecho = id === null ? undefined : byId.get(id)
    const numero = id === null ? undefined : sellos.get(id)?.numero
    if (numero !== undefined) return `la nota ${numero}`
    return hecho ? `la nota del ${momentWords(hecho.escrito)}` : id && 'otra nota'
  }

  const put = async (part: Omit<Hecho, 'id' | 'escrito' | 'sal'>) => {
    const id = newId()
    const hecho: Hecho = { id, ...part, escrito: new Date().toISOString(), sal: newSal() }
    await expectStamp(cuenta)
    return write(id, id, hecho)
  }
  const strike = async (porque: string) => {
    const now = new Date()
    const cuando = `${toFecha(now)}T${shortHora(now)}`
    sayKept(await put({ cuando, texto: porque, foto: null, sonido: null, corrige: striking, tacha: true }))
    setStriking(null)
  }
  const add = async (escrito: Escrito) => {
    const kept = await put({ ...escrito, tacha: false })
    forget()
    forgetSonido()
    sayKept(kept)
  }
  const sayKept = (kept: boolean) =>
    toast(
      kept
        ? { title: 'Quedó en tu registro' }
        : {
            title: 'Este dispositivo no la conserva',
            description: 'Expórtala antes de cerrar la página.',
            variant: 'destructive',
          },
    )
  const exportNow = (how: typeof exporting) => {
    setExporting(null)
    if (how === 'print') {
      // Once the dialog is gone: it would be on the paper.
      setTimeout(paper.print)
      return
    }
    const now = new Date()
    // A neutral name: others can see the list of downloads.
    const name = `notas-${toFecha(now)}-sellos.json`
    downloadFile(name, `${JSON.stringify(pruebaOf(cuenta, cadena, now), null, 2)}\n`, 'application/json')
  }
  const tachadas = tachadasOf(hechos)
  const newest = [
    ...cadena.sueltos.toReversed(),
    ...cadena.cadena.toReversed().flatMap(({ hecho }) => hecho ?? []),
  ]

  return (
    <>
      <div className="mx-casa grid max-w-2xl content-start items-start gap-4 px-4 pt-4 pb-6 md:gap-5 md:px-8 md:pt-10 lg:max-w-6xl lg:grid-cols-2 print:hidden">
        <header className="grid gap-1 lg:col-span-2">
          <PageTitle>Registro de hechos</PageTitle>
          <p>Lo que pasó, con su día y su hora, de modo que después puedas mostrar que nadie lo cambió.</p>
          <QuienLoLee solo="Solo lo lees tú, hasta que tú lo exportes." />
        </header>
        <Card as="section" aria-labelledby="anotar" className="grid gap-4">
          <h2 id="anotar" className="text-xl">
            {draft.corrige ? 'Corregir' : 'Anotar'}
          </h2>
          <HechoForm
            first={first}
            draft={draft}
            onChange={change}
            sonido={sonido}
            onSonido={keepSonido}
            corrige={nameOf(draft.corrige)}
            onSend={add}
          />
        </Card>
        <div className="grid min-w-0 gap-4">
          {lejos > 0 && (
            <p className="rounded-control bg-hundido px-3 py-2 text-[0.9375rem]">
              {lejos === 1 ? 'Una nota sellada no está' : `${lejos} notas selladas no están`} en este
              dispositivo: se
              {lejos === 1 ? ' lee' : ' leen'} donde la escribiste, o con tu llave.
            </p>
          )}
          {newest.length > 0 && (
            <ul aria-label="Tu registro" className="grid gap-3">
              {newest.map((hecho) => (
                <HechoCard
                  key={hecho.id}
                  hecho={hecho}
                  sello={sellos.get(hecho.id)}
                  soloAqui={soloAqui.has(hecho.id)}
                  corrige={nameOf(hecho.corrige)}
                  tachada={tachadas.get(hecho.id)}
                  nameOf={nameOf}
                  onTachar={() => setStriking(hecho.id)}
                  onCorregir={() => {
                    change({ ...draft, corrige: hecho.id })
                    first.current?.focus()
                  }}
                />
              ))}
            </ul>
          )}
          {hechos.length > 0 && (
            <Card as="section" aria-labelledby="exportar" className="grid gap-3">
              <h2 id="exportar" className="text-xl">
                Para tu abogada
              </h2>
              <p className="text-[0.9375rem] text-tinta-suave">
                El documento, para imprimir o guardar como PDF, y el archivo con el que se comprueba que nada
                cambió.
              </p>
              <div className="grid grid-fit-[11rem] gap-2">
                <Button
                  look="secondary"
                  icon={<Printer aria-hidden="true" className="size-5" />}
                  onClick={() => setExporting('print')}
                >
                  Documento
                </Button>
                <Button
                  look="secondary"
                  icon={<FileOutput aria-hidden="true" className="size-5" />}
                  onClick={() => setExporting('file')}
                >
                  Archivo de prueba
                </Button>
              </div>
            </Card>
          )}
        </div>
      </div>
      {paper.isOn && (
        <div ref={paper.sheet}>
          <Documento
            cuenta={cuenta}
            cadena={cadena.cadena}
            sueltos={cadena.sueltos}
            tachadas={tachadas}
            nameOf={nameOf}
          />
        </div>
      )}
      <Tachar nota={nameOf(striking)} onClose={() => setStriking(null)} onSend={strike} />
      <ConfirmDialog
        open={exporting !== null}
        title="¿Exportar tu registro?"
        description="Lo que exportas lo lee quien lo tenga: en papel, en tus descargas o en la impresora. Hazlo solo donde nadie más llegue."
        action="Exportar"
        onConfirm={() => exportNow(exporting)}
        onCancel={() => setExporting(null)}
      />
    </>
  )
}

/** The printed document, with every picture a second time, is there for printing alone, whether she asks for that here or in the browser. */
function usePaper() {
  const [isOn, setOn] = useState(false)
  const sheet = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const begin = () => flushSync(() => setOn(true))
    // Not `afterprint`: Safari on a phone sends that while it still draws the paper. Nobody can tap before that is done.
    const end = () => setOn(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('pointerdown', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('pointerdown', end)
    }
  }, [])

  const print = async () => {
    flushSync(() => setOn(true))
    // One that is damaged is missing on the paper, and keeps nothing from it.
    const pictures = Array.from(sheet.current?.querySelectorAll('img') ?? [], (one) =>
      one.decode().catch(() => {}),
    )
    await Promise.all(pictures)
    window.print()
  }

  return { isOn, sheet, print: () => void print() }
}

type HechoCardProps = {
  hecho: Hecho
  sello: Sello | undefined
  /** Her vault at the service has not got it (yet). */
  soloAqui: boolean
  corrige: string | null
  /** The entry that strikes it. */
  tachada: Hecho | undefined
  nameOf: (id: string | null) => string | null
  onTachar: () => void
  onCorregir: () => void
}

function HechoCard({
  hecho,
  sello,
  soloAqui,
  corrige,
  tachada,
  nameOf,
  onTachar,
  onCorregir,
}: HechoCardProps) {
  const cuando = cuandoWords(hecho.cuando)
  return (
    <Card as="li" className="grid gap-2">
      <h3 className="font-sans font-semibold tracking-normal first-letter:uppercase">{cuando}</h3>
      {corrige && (
        <p className="text-[0.9375rem] text-tinta-suave">
          {hecho.tacha ? 'Tacha' : 'Corrige'} {corrige}.
        </p>
      )}
      {tachada && (
        <p className="text-[0.9375rem] text-maiz-texto">
          Tachada por {nameOf(tachada.id)}, el {momentWords(tachada.escrito)}.
        </p>
      )}
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {tachada ? <s className="line-through">{hecho.texto}</s> : hecho.texto}
      </p>
      {hecho.foto && (
        <img
          src={fotoSrc(hecho.foto)}
          alt={`Foto: ${cuando}`}
          className="max-h-80 max-w-full rounded-control"
        />
      )}
      {hecho.sonido && <OirSonido hecho={hecho} sonido={hecho.sonido} />}
      <div className="flex flex-wrap items-center justify-between gap-2">
        {sello ? (
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-tinta-suave tabular-nums">
            <Badge tone="salvia">
              <ShieldCheck aria-hidden="true" className="size-4" />
              con sello de hora
            </Badge>
            Nota {sello.numero} · {momentWords(sello.sellado)}
          </p>
        ) : (
          <Badge tone="maiz">
            <CloudOff aria-hidden="true" className="size-4" />
            espera el sello
          </Badge>
        )}
        {soloAqui && (
          <Badge tone="maiz">
            <Smartphone aria-hidden="true" className="size-4" />
            solo en este dispositivo
          </Badge>
        )}
        <span className="flex flex-wrap">
          <Button look="quiet" aria-label={`Corregir la nota de ${cuando}`} onClick={onCorregir}>
            Corregir
          </Button>
          {!tachada && (
            <Button look="quiet" aria-label={`Tachar la nota de ${cuando}`} onClick={onTachar}>
              Tachar
            </Button>
          )}
        </span>
      </div>
    </Card>
  )
}

/** The recording, to be heard, and to be handed over as a file, whose SHA-256 the document names. */
function OirSonido({ hecho, sonido }: { hecho: Hecho; sonido: Sonido }) {
  const [asked, setAsked] = useState(false)
  const save = () => {
    setAsked(false)
    const end = sonido.mime.includes('mp4') ? 'm4a' : sonido.mime.includes('ogg') ? 'ogg' : 'webm'
    // A neutral name: others can see the list of downloads.
    downloadFile(
      `nota-${sonido.sha256.slice(0, 8)}.${end}`,
      new Blob([contenidoOf(sonido, hecho).datos]),
      sonido.mime,
    )
  }
  return (
    <div className="grid justify-items-start gap-1">
      <Sonar sonido={sonido} escrito={hecho.escrito} />
      <Button
        look="quiet"
        icon={<Download aria-hidden="true" className="size-5" />}
        onClick={() => setAsked(true)}
      >
        Guardar el sonido
      </Button>
      <ConfirmDialog
        open={asked}
        title="¿Guardar el sonido?"
        description="Queda en tus descargas, y lo oye quien lo tenga. Hazlo solo donde nadie más llegue."
        action="Guardar"
        onConfirm={save}
        onCancel={() => setAsked(false)}
      />
    </div>
  )
}
