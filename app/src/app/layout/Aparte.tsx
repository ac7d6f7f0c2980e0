import { Trash2 } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { QuickExit } from '../../components/button/QuickExit.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { Simbolo } from '../../components/icons/Simbolo.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Collapsible } from '../../components/layout/Collapsible.tsx'
import { arcanos } from '../../features/holistica/arcanos.ts'
import { Naipe } from '../../features/holistica/Naipe.tsx'
import { secciones } from '../../features/holistica/practicas.ts'
import { cartasOf, drawOfToday, type Reading, startReading } from '../../features/holistica/tirada.ts'
import { keepForced } from '../../features/seguridad/alarma/forced.ts'
import { addLugar, openAlerta, pasos } from '../../features/seguridad/alarma/unheard.ts'
import { createHold } from '../../features/seguridad/panico/hold.ts'
import { queryClient } from '../../lib/api/query.ts'
import { locate } from '../../lib/device/geolocation.ts'
import { brand } from '../../lib/installation/brand.ts'
import { randomBelow, uuid } from '../../lib/random.ts'
import { type Nota, readPrueba } from '../../lib/session/aparte.ts'
import { readAparte, writeAparte } from '../../lib/session/aparteNotas.ts'
import { lockHere } from '../../lib/session/lockHere.ts'
import { readCierre } from '../../lib/session/sessionStorage.ts'
import { longFechaWithDia, toFecha } from '../../lib/time/fechas.ts'
import { useToday } from '../../lib/time/today.ts'
import { watchAbsence } from './usePinLock.ts'

const PARTES = ['Tarot', 'Biblioteca', 'Agenda'] as const

/**
 * What the second PIN opens (docs/vault.md, "The second PIN"): an app without anything of hers. It has neither her session nor her keys; the flower,
 * held for a second, calls for help, and nothing shows that it has left but its colour.
 */
export function Aparte({ onLock }: { onLock: () => void }) {
  const [parte, setParte] = useState<(typeof PARTES)[number]>('Tarot')
  useEffect(() => {
    // What she was made to end, and nobody has heard, is told from the locked page.
    const tell = keepForced(readCierre()?.owner ?? '')
    lockHere({
      tell: true,
      gone: () => {
        queryClient.clear()
        tell()
      },
    })
  }, [])
  useEffect(() => watchAbsence(readCierre()?.minutos ?? 0, onLock), [onLock])
  useEffect(hideAddresses, [])

  return (
    <div className="mx-auto flex min-h-dvh max-w-md flex-col px-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
      <header className="sticky top-0 z-10 flex min-h-16 items-center justify-between gap-3 bg-crema pt-[env(safe-area-inset-top)]">
        <Flor />
        <p className="flex-1 font-serif text-xl">{brand.discreetTitle}</p>
        <QuickExit />
      </header>
      <nav aria-label="Secciones" className="grid grid-cols-3 gap-2 pb-4">
        {PARTES.map((one) => (
          <Button
            key={one}
            look={one === parte ? 'primary' : 'secondary'}
            aria-current={one === parte ? 'page' : undefined}
            className="px-2"
            onClick={() => setParte(one)}
          >
            {one}
          </Button>
        ))}
      </nav>
      <main className="grid content-start gap-4">
        {parte === 'Tarot' && <Cartas />}
        {parte === 'Agenda' && <Agenda />}
        {parte === 'Biblioteca' && <Biblioteca />}
      </main>
    </div>
  )
}

/** Of entries of the history, by the router's key: which of her screens each was. */
const addresses = new Map<unknown, string>()

/** Neither the address nor the title says which of her screens this was, nor those that «back» leads to. @returns gives this one back */
function hideAddresses(): () => void {
  const keyOf = () => history.state?.key
  const hide = () => {
    if (!addresses.has(keyOf())) addresses.set(keyOf(), location.href)
    history.replaceState(history.state, '', '/')
  }
  // What was open before may still follow the history.
  const titles = new MutationObserver(() => {
    if (document.title !== brand.discreetTitle) document.title = brand.discreetTitle
  })
  titles.observe(document.head, { childList: true, subtree: true })
  addEventListener('popstate', hide)
  hide()
  return () => {
    titles.disconnect()
    removeEventListener('popstate', hide)
    history.replaceState(history.state, '', addresses.get(keyOf()))
    addresses.delete(keyOf())
  }
}

/** With her place, where the browser gives it without asking. @param onLeft the service has it */
async function callForHelp(owner: string, onLeft: () => void): Promise<void> {
  const id = uuid()
  await openAlerta({ owner, id, pressedAt: Date.now(), prueba: readPrueba() })
  const waits = () =>
    [...pasos.of(owner).values()].some(({ body }) => body.alerta === id && body.que === 'abrir')
  const stop = pasos.subscribe(() => {
    if (waits()) return
    stop()
    onLeft()
  })
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)
  if (permission?.state !== 'granted') return
  const { fix } = await locate()
  if (fix) addLugar(owner, id, fix)
}

/** The flower of the PIN screen. Held for a second it raises an alert that nothing here tells of; it is paler once the service has it. */
function Flor() {
  const [held, setHeld] = useState(false)
  const hold = useMemo(
    () =>
      createHold(() => {
        const owner = readCierre()?.owner
        if (owner) void callForHelp(owner, () => setHeld(true))
      }),
    [],
  )
  useEffect(() => hold.stop, [hold])
  return (
    <button
      type="button"
      aria-label="Inicio"
      className={held ? 'touch-none select-none opacity-70' : 'touch-none select-none'}
      onPointerDown={({ button, currentTarget, pointerId }) => {
        if (button !== 0) return
        currentTarget.setPointerCapture(pointerId)
        hold.down()
      }}
      onPointerUp={hold.up}
      onPointerCancel={hold.up}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return
        event.preventDefault()
        if (!event.repeat) hold.down()
      }}
      onKeyUp={hold.up}
      onBlur={hold.up}
      onContextMenu={(event) => event.preventDefault()}
    >
      <Simbolo className="size-11" />
    </button>
  )
}

function Cartas() {
  const hoy = useToday()
  const [reading, setReading] = useState<Reading | null>(null)
  const [open, setOpen] = useState<readonly number[]>([])
  const cartas = (reading && cartasOf(reading)) ?? [drawOfToday(readCierre()?.owner ?? '', hoy)]
  const lay = (next: Reading | null) => {
    setReading(next)
    setOpen([])
  }
  return (
    <section className="noche -mx-4 grid gap-5 px-4 py-7 sm:mx-0 sm:rounded-tile">
      <h1 className="text-center text-2xl">{reading ? 'Tirada de 5 cartas' : 'Carta del día'}</h1>
      <ol className={reading ? 'grid grid-cols-2 gap-4' : 'mx-auto grid w-44'}>
        {cartas.map((carta, place) => (
          <li key={carta.nombre} className="grid content-start gap-2 text-center">
            {carta.posicion && <p className="text-sm text-tinta-suave">{carta.posicion}</p>}
            <Naipe
              carta={carta}
              isOpen={open.includes(place)}
              onOpen={() => setOpen((before) => [...before, place])}
            />
            {open.includes(place) && <p className="font-serif">{carta.nombre}</p>}
            {open.includes(place) && !reading && (
              <p className="text-[0.9375rem] text-tinta-suave">{carta.significado}</p>
            )}
          </li>
        ))}
      </ol>
      <Button
        look="secondary"
        onClick={() => lay(reading ? null : startReading('cinco', randomBelow))}
        className="justify-self-center"
      >
        {reading ? 'Volver a la carta del día' : 'Tirada de 5 cartas'}
      </Button>
    </section>
  )
}

const FULL = 'Ya no cabe más. Borra algo que ya pasó.'

function Agenda() {
  const [notas, setNotas] = useState<readonly Nota[]>([])
  const order = useRef(Promise.resolve())
  useEffect(() => {
    readAparte().then(setNotas, () => {})
  }, [])
  /** One after the other. @returns whether the device keeps it */
  const keep = (change: (before: readonly Nota[]) => readonly Nota[]): Promise<boolean> => {
    const kept = order.current.then(async () => {
      const next = change(await readAparte()).toSorted((one, other) => one.fecha.localeCompare(other.fecha))
      await writeAparte(next)
      setNotas(next)
    })
    order.current = kept.catch(() => {})
    return kept.then(
      () => true,
      () => false,
    )
  }
  const form = useForm({
    initial: { fecha: toFecha(new Date()), texto: '' },
    ready: ({ texto, fecha }) => texto.trim() !== '' && fecha !== '',
    send: async ({ fecha, texto }) => {
      if (!(await keep((before) => [...before, { id: uuid(), fecha, texto: texto.trim() }])))
        return { texto: FULL }
      form.put({ fecha, texto: '' })
    },
  })
  return (
    <>
      <h1 className="text-2xl">Agenda</h1>
      {notas.length > 0 && (
        <ul className="grid gap-2">
          {notas.map(({ id, fecha, texto }) => (
            <li key={id}>
              <Card className="flex items-center gap-2 py-2">
                <p className="min-w-0 flex-1 break-words">
                  <span className="block text-sm text-tinta-suave">{longFechaWithDia(fecha)}</span>
                  {texto}
                </p>
                <Button
                  look="quiet"
                  aria-label={`Borrar ${texto}`}
                  onClick={() => void keep((before) => before.filter((nota) => nota.id !== id))}
                >
                  <Trash2 aria-hidden="true" className="size-5" />
                </Button>
              </Card>
            </li>
          ))}
        </ul>
      )}
      <Form of={form} className="grid gap-3">
        <Field label="Qué" error={form.errors.texto}>
          <Input maxLength={120} autoComplete="off" {...form.text('texto')} />
        </Field>
        <Field label="Cuándo">
          <Input type="date" {...form.text('fecha')} />
        </Field>
        <Button type="submit" busy={form.busy} busyLabel="Guardando…">
          Agregar
        </Button>
      </Form>
    </>
  )
}

function Biblioteca() {
  return (
    <>
      <h1 className="text-2xl">Biblioteca</h1>
      <Collapsible title="Las cartas y lo que dicen">
        <dl className="grid gap-4 pt-1">
          {arcanos.map(({ nombre, significado }) => (
            <div key={nombre}>
              <dt className="font-serif text-lg">{nombre}</dt>
              <dd className="text-tinta-suave">{significado}</dd>
            </div>
          ))}
        </dl>
      </Collapsible>
      {secciones.map(({ titulo, introduccion, practicas }) => (
        <Collapsible key={titulo} title={titulo}>
          <p className="text-tinta-suave">{introduccion}</p>
          {practicas.map(({ titulo: nombre, tiempo, pasos }) => (
            <section key={nombre} className="grid gap-2 pt-4">
              <h3 className="font-serif text-lg">{nombre}</h3>
              <p className="text-sm text-tinta-suave">{tiempo}</p>
              <ol className="grid list-decimal gap-1.5 pl-5 marker:text-tinta-suave">
                {pasos.map((paso) => (
                  <li key={paso}>{paso}</li>
                ))}
              </ol>
            </section>
          ))}
        </Collapsible>
      ))}
    </>
  )
}
