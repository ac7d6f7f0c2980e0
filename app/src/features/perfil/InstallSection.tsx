import { Eye, KeyRound, Share, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { haveReadConsejos, rememberConsejosRead } from '../../lib/cuenta/consejos.ts'
import { promptInstall, useInstalable } from '../../lib/device/install.ts'
import { brand } from '../../lib/installation/brand.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { type Consejo, Consejos } from '../../ui/Consejos.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

const consejos: Consejo[] = [
  {
    icon: Eye,
    title: 'El icono queda a la vista',
    text: `Se llama «${brand.discreetTitle}» y no dice de qué se trata, pero quien use el teléfono puede abrirlo.`,
  },
  {
    icon: KeyRound,
    title: 'Mejor con un PIN',
    text: 'Ponlo aquí, en tu perfil: se pedirá cada vez que alguien toque el icono.',
  },
  {
    icon: Smartphone,
    title: 'Instalarla no es necesario',
    text: 'Todo funciona igual desde el navegador, también sin conexión.',
  },
]

const enApple: Consejo = {
  icon: Share,
  title: 'Cómo se hace en este teléfono',
  text: 'Toca Compartir en tu navegador y elige «Agregar a inicio».',
}

/** «Instalar», where this device can, and what she should know before. */
export function InstallSection() {
  const via = useInstalable()
  const [open, setOpen] = useState(false)
  if (!via && !open) return null

  const begin = () => {
    if (via === 'navegador' && haveReadConsejos('instalar')) promptInstall()
    else setOpen(true)
  }
  const confirm = () => {
    rememberConsejosRead('instalar')
    if (via === 'navegador') promptInstall()
    setOpen(false)
  }

  return (
    <Card as="section" aria-labelledby="instalar" className="grid gap-3">
      <h2 id="instalar" className="flex items-center gap-3 text-xl">
        <Smartphone aria-hidden="true" className="size-5 shrink-0 text-jacaranda-texto" />
        En tu pantalla de inicio
      </h2>
      <p className="text-[0.9375rem] text-tinta-suave">
        {brand.name} puede abrirse desde un icono propio, sin buscar la página.
      </p>
      <Button look="secondary" onClick={begin}>
        Instalar
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Antes de instalar"
        description="Por si alguien más usa o revisa este teléfono."
      >
        <div className="grid gap-5">
          <Consejos consejos={via === 'apple' ? [...consejos.slice(0, 2), enApple] : consejos} />
          <div className="grid gap-2">
            <Button size="lg" onClick={confirm}>
              {via === 'apple' ? 'Entendido' : 'Instalar'}
            </Button>
            {via !== 'apple' && (
              <Button look="quiet" onClick={() => setOpen(false)}>
                Ahora no
              </Button>
            )}
          </div>
        </div>
      </Dialog>
    </Card>
  )
}
