import { ImagePlus, Mic, Plus, Video } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from '../../components/button/Button.tsx'
import { FileButton } from '../../components/form/FileButton.tsx'
import { later } from '../../components/layout/deferred.tsx'
import { LARGEST_BYTES, type TipoArchivo } from '../../lib/cofre/archivos.ts'
import type { Estado } from '../../lib/cofre/cofre.ts'
import type { Contenido } from '../../lib/cofre/contenido.ts'
import { addArchivo } from '../../lib/cofre/porEnviar.ts'
import { rechazoOfFoto } from '../../lib/device/foto.ts'
import type { Grabacion } from '../../lib/device/grabar.ts'
import { useUser } from '../../lib/session/session.tsx'
import { type Fecha, shortHora } from '../../lib/time/fechas.ts'
import { showUnderConstruction } from '../../lib/toast/sharedToasts.ts'
import * as toasts from './toasts.ts'

const Grabadora = later(async () => (await import('../../components/sonido/Grabadora.tsx')).Grabadora)

/** Of speech: a minute is a quarter of a megabyte. */
const BITS = 32_000
/** Left of the largest file for what the envelope needs. */
const ROOM_BYTES = 64 * 1024

type AgregarProps = {
  fecha: Fecha
  cofre: Estado
  /** The empty page of a day offers a video as well. */
  video: boolean
  /** Another note of the same day; without it, of a day that is over. */
  onNota?: () => void
  /** Something of this kind was added. */
  onAdded: (tipo: TipoArchivo) => void
}

/** A voice note or a picture for a day: sealed with her key, so only where she has one. */
export function Agregar({ fecha, cofre, video, onNota, onAdded }: AgregarProps) {
  const { id: owner } = useUser()
  const [grabacion, setGrabacion] = useState<Grabacion | null>(null)
  const [busy, setBusy] = useState<TipoArchivo | null>(null)
  const [refused, setRefused] = useState('')
  /** She pressed where nothing can be sealed here. */
  const [wanted, setWanted] = useState(false)
  const current = useRef<Grabacion | null>(null)
  /** The button that she came from, once the recorder has closed. */
  const [back, setBack] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const has = cofre === 'abierto'

  const gone = useRef(false)

  // She went to another day or screen: what she has said is kept, and a microphone that is still being asked for stays off.
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      current.current?.stop()
    }
  }, [])

  useEffect(() => {
    if (back) button.current?.focus()
    setBack(false)
  }, [back])

  const keep = async (tipo: TipoArchivo, contenido: Contenido) => {
    try {
      const result = await addArchivo(owner, fecha, tipo, contenido)
      if (result === 'deleted') return
      if (result === 'saved') toasts.fileSaved(tipo)
      else if (result === 'here') toasts.fileHere(tipo)
      else toasts.fileInPage(tipo)
      onAdded(tipo)
    } catch (failure) {
      toasts.fileFailed(failure)
    }
  }

  const record = async () => {
    setBusy('voz')
    setRefused('')
    try {
      const { grabar } = await import('../../lib/device/grabar.ts')
      const begun = await grabar(() => gone.current, { bits: BITS, largest: LARGEST_BYTES - ROOM_BYTES })
      if (!begun) return setBusy(null)
      current.current = begun
      setGrabacion(begun)
      void begun.ended.then(async (contenido) => {
        current.current = null
        setGrabacion(null)
        setBack(true)
        if (contenido) await keep('voz', contenido)
        setBusy(null)
      })
    } catch (failure) {
      setBusy(null)
      setRefused(toasts.wordsOf(failure))
    }
  }

  const choose = async (file: File | undefined) => {
    if (!file || busy) return
    const wrong = rechazoOfFoto(file)
    setRefused(wrong ?? '')
    if (wrong) return
    setBusy('foto')
    try {
      const { redrawFoto } = await import('../../lib/device/redrawFoto.ts')
      const picture = await redrawFoto(file)
      const datos = new Uint8Array(await picture.arrayBuffer())
      await keep('foto', { mime: picture.type, hora: shortHora(new Date()), datos })
    } catch (failure) {
      setRefused(toasts.wordsOf(failure))
    }
    setBusy(null)
  }

  if (grabacion) return <Grabadora grabacion={grabacion} action="Terminar y guardar" />
  const words = wanted && !has ? SIN_COFRE[cofre] : refused
  const icon = { 'aria-hidden': true, className: 'size-5' } as const
  return (
    <div className="grid gap-3 border-linea border-t pt-3">
      <div className="flex flex-wrap gap-3">
        {onNota && (
          <Button icon={<Plus {...icon} />} onClick={onNota}>
            Otra nota
          </Button>
        )}
        <Button
          ref={button}
          look="secondary"
          busy={busy === 'voz'}
          icon={<Mic {...icon} />}
          onClick={has ? () => void record() : () => setWanted(true)}
        >
          Grabar audio
        </Button>
        {has ? (
          <FileButton
            label="Foto para este día"
            accept="image/*"
            icon={<ImagePlus {...icon} />}
            busy={busy === 'foto'}
            onFile={(file) => void choose(file)}
          >
            Agregar foto
          </FileButton>
        ) : (
          <Button look="secondary" icon={<ImagePlus {...icon} />} onClick={() => setWanted(true)}>
            Agregar foto
          </Button>
        )}
        {video && (
          <Button
            look="secondary"
            icon={<Video {...icon} />}
            onClick={() => showUnderConstruction('Pronto podrás grabar un video en tu diario.')}
          >
            Grabar video
          </Button>
        )}
      </div>
      <div role="status" className="grid gap-3 empty:hidden">
        {words && <p>{words}</p>}
        {wanted && cofre === 'sin' && (
          <Link to="/cofre" className={buttonClass({ className: 'justify-self-start' })}>
            Tener mi llave
          </Link>
        )}
      </div>
    </div>
  )
}

/** What is said where nothing can be sealed here. */
const SIN_COFRE: Partial<Record<Estado, string>> = {
  leyendo: 'Viendo si tienes una llave para cerrarlos…',
  sin: 'Los audios y las fotos se guardan cerrados con tu llave, y todavía no tienes una.',
  imposible: 'Los audios y las fotos se guardan cerrados con tu llave, y este navegador no puede tenerla.',
}
