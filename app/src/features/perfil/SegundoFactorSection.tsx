import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Badge } from '../../components/icons/Badge.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { PruebaCancelada } from '../../lib/session/prueba.ts'
import { factorOf } from '../../lib/session/segundoPaso.ts'
import { useUser } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast/toast.tsx'
import { SegundoFactorDialog } from './SegundoFactorDialog.tsx'
import { removeFactor, renewCodigos } from './segundoFactor.ts'

/** The second factor: a code besides the password. */
export function SegundoFactorSection() {
  const factor = factorOf(useUser())
  const [open, setOpen] = useState<'poner' | 'quitar' | null>(null)
  const [nuevos, setNuevos] = useState<string[] | null>(null)
  const [busy, setBusy] = useState(false)

  const remove = async () => {
    if (!factor) return
    setBusy(true)
    try {
      await removeFactor(factor)
      toast({ title: 'Verificación quitada', description: 'Ahora entras solo con tu contraseña.' })
    } catch (failure) {
      if (failure instanceof PruebaCancelada) return setBusy(false)
      toast({ title: 'No se pudo quitar', description: messageOf(failure), variant: 'destructive' })
    }
    setBusy(false)
    setOpen(null)
  }

  const renew = async () => {
    if (!factor || busy) return
    setBusy(true)
    try {
      setNuevos(await renewCodigos(factor))
    } catch (failure) {
      if (!(failure instanceof PruebaCancelada))
        toast({ title: 'No se pudo', description: messageOf(failure), variant: 'destructive' })
    }
    setBusy(false)
  }

  return (
    <Card as="section" aria-labelledby="segundo-factor" className="grid gap-3">
      <header className="flex items-center gap-3">
        <ShieldCheck aria-hidden="true" className="size-5 shrink-0 text-jacaranda-texto" />
        <h2 id="segundo-factor" className="flex-1 text-xl">
          Verificación en dos pasos
        </h2>
        {factor && <Badge tone="salvia">Activada</Badge>}
      </header>
      <p className="text-[0.9375rem] text-tinta-suave">
        {factor
          ? 'Al entrar te pedimos tu contraseña y el código de tu app de códigos.'
          : 'Además de tu contraseña, un código que cambia cada medio minuto. Si alguien descubre tu contraseña, no le alcanza para entrar.'}
      </p>
      {factor ? (
        <div className="grid gap-2 sm:grid-cols-2">
          <Button look="secondary" busy={busy && open === null} onClick={() => void renew()}>
            Nuevos códigos de recuperación
          </Button>
          <Button look="secondary" onClick={() => setOpen('quitar')}>
            Quitar la verificación
          </Button>
        </div>
      ) : (
        <Button look="secondary" onClick={() => setOpen('poner')}>
          Activar la verificación
        </Button>
      )}
      <SegundoFactorDialog
        open={open === 'poner' || nuevos !== null}
        nuevos={nuevos}
        onClose={() => {
          setOpen(null)
          setNuevos(null)
        }}
      />
      <ConfirmDialog
        open={open === 'quitar'}
        title="¿Quitar la verificación en dos pasos?"
        description="Para entrar bastará tu contraseña, y tus códigos de recuperación dejan de servir."
        action="Quitar"
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => setOpen(null)}
      />
    </Card>
  )
}
