import { Eye, KeyRound, Share, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { type Consejo, Consejos } from '../../components/content/Consejos.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Switch } from '../../components/form/Switch.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { haveReadConsejos, rememberConsejosRead } from '../../lib/cuenta/consejos.ts'
import {
  type Atajo,
  ICONOS,
  type Icono,
  iconFile,
  readAtajos,
  readIcono,
  saveAtajos,
  saveIcono,
} from '../../lib/device/atajos.ts'
import { isStanding, promptInstall, useInstalable } from '../../lib/device/install.ts'
import { brand } from '../../lib/installation/brand.ts'

const consejos: Consejo[] = [
  {
    icon: Eye,
    title: 'El icono queda a la vista',
    text: 'Su nombre no dice de qué se trata, pero quien use el teléfono puede abrirlo.',
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

const OFRECE: { atajo: Atajo; label: string; text: string }[] = [
  { atajo: 'contactos', label: 'Contactos', text: 'Al mantener el icono: abre tu botón de pánico.' },
  { atajo: 'notas', label: 'Notas', text: 'Al mantener el icono: abre tu diario.' },
  { atajo: 'llamada', label: 'Llamada', text: 'Al mantener el icono: abre la llamada segura.' },
  {
    atajo: 'compartir',
    label: 'Recibir textos',
    text: 'Aparece cuando alguien comparte un texto desde otra aplicación; tú decides si entra en tu diario.',
  },
]

/** By which name and picture it stands among the other icons. */
function NombreEIcono({ icono, onChange }: { icono: Icono; onChange: (icono: Icono) => void }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">Su nombre y su dibujo</legend>
      <div className="grid grid-cols-3 gap-2">
        {(Object.keys(ICONOS) as Icono[]).map((one) => (
          <label
            key={one}
            className="grid cursor-pointer justify-items-center gap-1.5 rounded-card border-2 border-linea p-3 text-center text-sm has-checked:border-jacaranda-viva has-checked:bg-jacaranda-suave has-focus-visible:outline-2 has-focus-visible:outline-foco"
          >
            <input
              type="radio"
              name="icono"
              className="sr-only"
              checked={one === icono}
              onChange={() => onChange(one)}
            />
            <img src={`/${iconFile(one, '.svg')}`} alt="" className="size-12 rounded-[22%]" />
            {ICONOS[one]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** What the icon offers: only browsers that offer to install by themselves know of it. */
function IconoOfrece({ standing }: { standing: boolean }) {
  const [chosen, setChosen] = useState(readAtajos)
  const choose = (atajo: Atajo, wanted: boolean) => {
    const next = new Set(chosen)
    if (wanted) next.add(atajo)
    else next.delete(atajo)
    setChosen(next)
    saveAtajos(next)
  }
  return (
    <div className="grid gap-1">
      <h3 className="font-sans font-semibold text-base">Lo que ofrece el icono</h3>
      <p className="text-sm text-tinta-suave">
        {standing
          ? 'El teléfono puede tardar días en cambiarlo; si quitas el icono y lo vuelves a poner, es al momento.'
          : 'Quita antes de instalar lo que no quieras que alguien vea.'}
      </p>
      <ul className="divide-y divide-linea">
        {OFRECE.map(({ atajo, label, text }) => (
          <li key={atajo} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <div className="min-w-0 flex-[1_1_11rem]">
              <p className="font-semibold text-[0.9375rem]">{label}</p>
              <p className="text-sm text-tinta-suave">{text}</p>
            </div>
            <Switch label={label} checked={chosen.has(atajo)} onChange={(wanted) => choose(atajo, wanted)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** «Instalar», where this device can, what she should know before, and what the icon offers. */
export function InstallSection() {
  const via = useInstalable()
  const standing = isStanding()
  const [icono, setIcono] = useState(readIcono)
  const [open, setOpen] = useState(false)
  const [offered, setOffered] = useState(false)
  // Another choice makes the browser look at the app anew before it offers it again: what stands here stays meanwhile.
  if (via && !offered) setOffered(true)
  const offers = (standing || via === 'navegador' || offered) && 'onbeforeinstallprompt' in window
  if (!via && !open && !offers) return null

  const ask = () => {
    promptInstall()
    // Asked, whatever she answers: it stands here again once the browser offers it again.
    setOffered(false)
  }
  const begin = () => {
    if (via === 'navegador' && haveReadConsejos()) ask()
    else setOpen(true)
  }
  const confirm = () => {
    rememberConsejosRead()
    if (via === 'navegador') ask()
    setOpen(false)
  }

  return (
    <Card as="section" aria-labelledby="instalar" className="grid gap-3">
      <h2 id="instalar" className="flex items-center gap-3 text-xl">
        <Smartphone aria-hidden="true" className="size-5 shrink-0 text-jacaranda-texto" />
        En tu pantalla de inicio
      </h2>
      <p className="text-[0.9375rem] text-tinta-suave">
        {standing
          ? `El icono se llama «${ICONOS[icono]}».`
          : `${brand.name} puede abrirse desde un icono propio, sin buscar la página.`}
      </p>
      {(offers || via === 'apple') && (
        <NombreEIcono
          icono={icono}
          onChange={(next) => {
            setIcono(next)
            saveIcono(next)
          }}
        />
      )}
      {offers && <IconoOfrece standing={standing} />}
      {!standing && (
        <Button look="secondary" busy={!via && !open} busyLabel="Preparando…" onClick={begin}>
          Instalar
        </Button>
      )}
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
