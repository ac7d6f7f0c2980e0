import 'react-easy-crop/react-easy-crop.css'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import Cropper from 'react-easy-crop'
import { Button } from '../../components/button/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Progress } from '../../components/feedback/Progress.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { cropFoto, type Recorte } from '../../lib/device/foto.ts'
import { perfilQuery } from '../../lib/member/perfil.ts'
import { useUser } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast/toast.tsx'
import { uploadFoto } from './foto.ts'

const ZOOM = { min: 1, max: 4 }

/** She chooses the square of her picture that others see; only that square leaves the device. */
export function FotoDialog({ file, onClose }: { file: File | null; onClose: () => void }) {
  return (
    <Dialog
      open={file !== null}
      onClose={onClose}
      title="Ajusta tu foto"
      description="La verán las demás en las salas. El lugar y la fecha en que la tomaste no se comparten."
    >
      {file && <Recortador file={file} onClose={onClose} />}
    </Dialog>
  )
}

function useAddress(file: File): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

function Recortador({ file, onClose }: { file: File; onClose: () => void }) {
  const { id } = useUser()
  const queries = useQueryClient()
  const address = useAddress(file)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(ZOOM.min)
  const [recorte, setRecorte] = useState<Recorte | null>(null)
  /** How much has gone; null while nothing is under way. */
  const [sent, setSent] = useState<number | null>(null)

  const save = async () => {
    if (!address || !recorte || sent !== null) return
    setSent(0)
    try {
      const image = new Image()
      image.src = address
      await image.decode()
      const foto_url = await uploadFoto(id, await cropFoto(image, recorte), setSent)
      queries.setQueryData(perfilQuery(id).queryKey, (known) => known && { ...known, foto_url })
      // Screens that show her beside others ask again when they are next opened.
      void queries.invalidateQueries({ refetchType: 'none' })
      toast({ title: 'Foto actualizada' })
      onClose()
    } catch (failure) {
      toast({ title: 'Error al subir foto', description: messageOf(failure), variant: 'destructive' })
      setSent(null)
    }
  }

  // Some phones take pictures in a format that their own browser cannot show (HEIC).
  const refuse = () => {
    toast({
      title: 'Error al subir foto',
      description: 'No pudimos abrir esa imagen. Prueba con otra.',
      variant: 'destructive',
    })
    onClose()
  }

  return (
    <div className="grid gap-4">
      <div className="relative h-64 overflow-hidden rounded-card bg-hundido">
        {address && (
          <Cropper
            image={address}
            crop={crop}
            zoom={zoom}
            minZoom={ZOOM.min}
            maxZoom={ZOOM.max}
            aspect={1}
            cropShape="round"
            showGrid={false}
            disableAutomaticStylesInjection
            cropperProps={{ role: 'group', 'aria-label': 'Mueve la foto con las flechas' }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setRecorte(pixels)}
            mediaProps={{ alt: '', onError: refuse }}
          />
        )}
      </div>
      <label className="grid gap-1">
        <span className="font-semibold text-[0.9375rem]">Acercar</span>
        <input
          type="range"
          min={ZOOM.min}
          max={ZOOM.max}
          step={0.05}
          value={zoom}
          onChange={({ target }) => setZoom(Number(target.value))}
          className="min-h-11 w-full accent-jacaranda-texto"
        />
      </label>
      {sent !== null && <Progress label="Subiendo tu foto" value={sent} />}
      <Button size="lg" disabled={!recorte} busy={sent !== null} busyLabel="Subiendo…" onClick={save}>
        Usar esta foto
      </Button>
    </div>
  )
}
