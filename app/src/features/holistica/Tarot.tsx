import { RotateCcw } from 'lucide-react'
import { useRef } from 'react'
import { useBorrador } from '../../data/borrador.ts'
import { randomBelow } from '../../lib/random.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Naipe } from './Naipe.tsx'
import { type Carta, cartasOf, layMesa, type Mesa, type Tirada, tiradas } from './tirada.ts'

/**
 * Choose a spread, turn its cards one by one, begin again (docs/product.md#holistic-zone). Needs no connection; the table stays laid over a
 * reload, until the next spread.
 */
export function Tarot() {
  const [kept, setMesa] = useBorrador<Mesa | null>('tarot', null)
  const cartas = kept && cartasOf(kept)
  const mesa = cartas && kept
  const titulo = useRef<HTMLHeadingElement>(null)

  const start = (tirada: Tirada) => {
    setMesa(layMesa(tirada, randomBelow))
    titulo.current?.focus()
  }
  const openCarta = (lugar: number) => {
    if (mesa) setMesa({ ...mesa, abiertas: [...new Set(mesa.abiertas).add(lugar)] })
  }

  return (
    <section className="grid gap-4">
      <header className="grid gap-1">
        <h2 ref={titulo} tabIndex={-1} className="text-2xl outline-none">
          {mesa ? tiradas[mesa.tirada].nombre : 'Tarot'}
        </h2>
        <p className="max-w-prose text-tinta-suave">
          {mesa
            ? 'Toca cada carta para descubrirla.'
            : 'Un espejo para pensar en lo que vives, no una predicción: lo que decidas es tuyo.'}
        </p>
      </header>
      {mesa ? (
        <>
          <Cartas cartas={cartas} abiertas={mesa.abiertas} onOpen={openCarta} />
          <Button
            look="secondary"
            className="justify-self-center"
            icon={<RotateCcw aria-hidden="true" className="size-5" />}
            onClick={() => {
              setMesa(null)
              titulo.current?.focus()
            }}
          >
            Hacer otra tirada
          </Button>
        </>
      ) : (
        <div className="grid gap-3 sm:grid-cols-2">
          {(Object.keys(tiradas) as Tirada[]).map((tirada) => (
            <div
              key={tirada}
              className="grid content-between gap-4 rounded-card border border-linea bg-superficie p-4 md:p-5"
            >
              <p>{tiradas[tirada].descripcion}</p>
              <Button onClick={() => start(tirada)}>{tiradas[tirada].nombre}</Button>
            </div>
          ))}
        </div>
      )}
    </section>
  )
}

type CartasProps = { cartas: Carta[]; abiertas: number[]; onOpen: (lugar: number) => void }

function Cartas({ cartas, abiertas, onOpen }: CartasProps) {
  const isSingle = cartas.length === 1
  return (
    <ol className={cx('grid gap-5', isSingle ? 'mx-auto w-full max-w-2xl' : 'lg:grid-cols-5 lg:gap-4')}>
      {cartas.map((carta, lugar) => {
        const isOpen = abiertas.includes(lugar)
        return (
          <li
            key={carta.nombre}
            className={cx(
              'grid grid-cols-[112px_minmax(0,1fr)] items-center gap-4',
              isSingle ? 'sm:grid-cols-[208px_minmax(0,1fr)] sm:gap-8' : 'lg:grid-cols-1 lg:content-start',
            )}
          >
            <Naipe carta={carta} isOpen={isOpen} onOpen={() => onOpen(lugar)} />
            <div aria-live="polite" className="grid justify-items-start gap-1.5">
              {carta.posicion && (
                <p className="font-semibold text-jacaranda-texto text-sm">{carta.posicion}</p>
              )}
              {isOpen && (
                <>
                  <h3 className="font-serif text-xl leading-tight">{carta.nombre}</h3>
                  <p>{carta.significado}</p>
                  <Badge tone="maiz">Respuesta: {carta.respuesta}</Badge>
                </>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
