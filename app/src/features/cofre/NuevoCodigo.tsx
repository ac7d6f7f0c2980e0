import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Skeleton } from '../../components/feedback/Skeleton.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { type Codigo, createCodigo } from '../../lib/cofre/codigo.ts'
import { changeCodigo, createCofre, currentLlave, LlaveIncierta, renewCofre } from '../../lib/cofre/cofre.ts'
import { giveToEquipo } from '../../lib/cofre/equipo.ts'
import { downloadFile } from '../../lib/device/download.ts'
import { seeOwn } from '../../lib/member/cambios.ts'
import { PruebaCancelada, withPrueba } from '../../lib/session/prueba.ts'
import { useUser } from '../../lib/session/session.tsx'
import { plainText } from '../../lib/text/plainText.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { imageOf } from './imagen.ts'

/**
 * Making the vault, giving it another code, changing its key because somebody saw the code, or going on with another key because nobody can
 * open the present one.
 */
type Tarea = 'hacer' | 'cambiar' | 'renovar' | 'empezar'

const ACTION: Record<Tarea, string> = {
  hacer: 'Cerrar mi diario con mi llave',
  cambiar: 'Usar este código',
  renovar: 'Cambiar mi llave',
  empezar: 'Seguir con esta llave',
}
const DONE: Record<Tarea, string> = {
  hacer: 'Desde ahora tu diario se cierra con tu llave',
  cambiar: 'Código nuevo listo',
  renovar: 'Desde ahora tu diario se cierra con tu llave nueva',
  empezar: 'Desde ahora tu diario se cierra con tu llave nueva',
}

type NuevoCodigoProps = {
  tarea: Tarea
  /** Whether the installation is to have the new key, too. */
  equipo?: boolean
  onCancel: () => void
}

/** Shows twelve words once, asks for two of them, and only then uses them. */
export function NuevoCodigo({ tarea, equipo = false, onCancel }: NuevoCodigoProps) {
  const [codigo, setCodigo] = useState<Codigo | null>(null)
  const [failed, setFailed] = useState(false)
  const [saved, setSaved] = useState(false)
  const [incierta, setIncierta] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)

  const make = () => {
    setFailed(false)
    // The words are a file of their own, which a lost connection may keep away.
    createCodigo().then(setCodigo, () => setFailed(true))
  }
  useEffect(make, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what she pressed is gone: the focus goes to what took its place.
  useEffect(() => heading.current?.focus(), [saved])

  return (
    <Card as="section" aria-labelledby="codigo" className="grid gap-4">
      <h2 ref={heading} id="codigo" tabIndex={-1} className="text-2xl">
        {saved ? 'Comprueba que lo tienes' : 'Tu código'}
      </h2>
      {failed && <ErrorState message="No se pudieron cargar las palabras." onRetry={make} busy={false} />}
      {!codigo && !failed && <Skeleton className="h-80" />}
      {codigo && !saved && (
        <Palabras palabras={codigo.palabras} onSaved={() => setSaved(true)} onCancel={onCancel} />
      )}
      {codigo && saved && (
        <Comprobar
          tarea={tarea}
          equipo={equipo}
          codigo={codigo}
          onBack={() => setSaved(false)}
          onIncierta={setIncierta}
        />
      )}
      {incierta && <p className="rounded-control bg-maiz-suave px-3 py-2 text-maiz-texto">{incierta}</p>}
    </Card>
  )
}

type PalabrasProps = { palabras: string[]; onSaved: () => void; onCancel: () => void }

function Palabras({ palabras, onSaved, onCancel }: PalabrasProps) {
  const keep = async () => {
    // A neutral name: others can see the list of downloads.
    downloadFile('palabras.png', await imageOf(palabras), 'image/png')
  }
  return (
    <>
      <p>
        Escríbelas en papel, en este orden, y guárdalas donde solo tú las encuentres. No volveremos a
        mostrarlas, y no las enviamos a nadie.
      </p>
      <ol translate="no" className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-control bg-hundido p-4">
        {palabras.map((palabra, at) => (
          <li key={palabra} className="flex min-w-0 gap-2 text-lg">
            <span className="w-6 shrink-0 text-right text-tinta-suave tabular-nums">{at + 1}</span>
            <span className="font-semibold">{palabra}</span>
          </li>
        ))}
      </ol>
      <Button size="lg" wide onClick={onSaved}>
        Ya las guardé
      </Button>
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          look="quiet"
          icon={<Download aria-hidden="true" className="size-5" />}
          onClick={() => void keep()}
        >
          Guardar como imagen
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Ahora no
        </Button>
      </div>
    </>
  )
}

type ComprobarProps = {
  tarea: Tarea
  equipo: boolean
  codigo: Codigo
  onBack: () => void
  /** Nobody can say yet whether the key is there; told in words that stay. */
  onIncierta: (words: string) => void
}

function Comprobar({ tarea, equipo, codigo: { palabras, llave }, onBack, onIncierta }: ComprobarProps) {
  const { id } = useUser()
  const navigate = useNavigate()
  const [[one, two]] = useState(() => twoPlaces(palabras.length))
  const wrong = (typed: string, place: number) =>
    plainText(typed.trim()) === plainText(palabras[place]!) ? undefined : `La palabra ${place + 1} no es esa.`

  const form = useForm({
    initial: { una: '', otra: '' },
    leaves: true,
    send: async ({ una, otra }) => {
      const errors = { una: wrong(una, one), otra: wrong(otra, two) }
      if (errors.una || errors.otra) return errors
      if (tarea === 'cambiar') await withPrueba(() => changeCodigo(id, llave))
      else if (tarea === 'renovar') await withPrueba(() => renewCofre(id, llave))
      else {
        const releva = tarea === 'hacer' ? null : await currentLlave(id)
        await withPrueba(() => createCofre(id, llave, releva))
      }
      toast({ title: DONE[tarea] })
      if (equipo) await giveNow(id)
      // What was made here is no news here.
      void seeOwn(id, 'codigo').catch(() => {})
      navigate('/diario-emocional', { replace: true, state: { cerrar: tarea === 'renovar' } })
    },
    onFailure: (failure) => {
      if (failure instanceof PruebaCancelada) return
      const incierta = failure instanceof LlaveIncierta
      if (incierta) onIncierta(failure.message)
      toast({
        title: incierta ? 'No sabemos si tu llave quedó guardada' : 'No pudimos guardar tu llave',
        description: messageOf(failure),
        variant: 'destructive',
      })
    },
  })

  return (
    <Form of={form} className="grid gap-4">
      <Field label={`Palabra ${one + 1}`} error={form.errors.una} required>
        <Input {...form.text('una')} autoComplete="off" autoCapitalize="none" spellCheck="false" />
      </Field>
      <Field label={`Palabra ${two + 1}`} error={form.errors.otra} required>
        <Input {...form.text('otra')} autoComplete="off" autoCapitalize="none" spellCheck="false" />
      </Field>
      <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Guardando…">
        {ACTION[tarea]}
      </Button>
      <Button look="quiet" className="justify-self-center" onClick={onBack}>
        Volver a verlas
      </Button>
    </Form>
  )
}

/** Her key is there already, whatever becomes of this. */
async function giveNow(owner: string): Promise<void> {
  try {
    await withPrueba(() => giveToEquipo(owner))
  } catch (failure) {
    toast({
      title: 'El equipo todavía no tiene tu llave',
      description: failure instanceof PruebaCancelada ? 'Puedes dársela en «Tu llave».' : messageOf(failure),
      variant: 'destructive',
    })
  }
}

function twoPlaces(count: number): [number, number] {
  const one = Math.floor(Math.random() * (count - 1))
  const two = one + 1 + Math.floor(Math.random() * (count - one - 1))
  return [one, two]
}
