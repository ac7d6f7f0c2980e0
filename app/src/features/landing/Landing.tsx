import { Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '../../components/button/Button.tsx'
import { Casa } from '../../components/illustrations/Casa.tsx'
import { Circulo } from '../../components/illustrations/Circulo.tsx'
import { Jacaranda } from '../../components/illustrations/Jacaranda.tsx'
import { Libro } from '../../components/illustrations/Libro.tsx'
import { Maceta } from '../../components/illustrations/Maceta.tsx'
import { brand } from '../../lib/installation/brand.ts'
import { HelpNow } from './HelpNow.tsx'
import { Noche } from './Noche.tsx'

export function Landing() {
  return (
    <>
      <Hero />
      <section
        aria-labelledby="que-hay"
        className="mx-auto grid w-full max-w-6xl gap-6 px-5 py-14 md:px-8 md:py-20"
      >
        <h2 id="que-hay" className="text-3xl md:text-center md:text-4xl">
          Todo bajo un mismo techo
        </h2>
        <ul className="grid gap-3 sm:grid-cols-2 md:gap-5 lg:grid-cols-4">
          <Feature title="Seguridad" tone="bg-jacaranda-suave" drawing={<Casa className="h-20 sm:h-28" />}>
            Un mensaje con tu ubicación, listo para enviar, y un aviso a quienes aceptaron acompañarte.
          </Feature>
          <Feature title="Bienestar" tone="bg-salvia-suave" drawing={<Maceta className="h-20 sm:h-28" />}>
            Un diario solo tuyo, tu agenda y un espacio para escuchar a tu cuerpo.
          </Feature>
          <Feature
            title="Comunidad"
            tone="bg-bugambilia-suave"
            drawing={<Circulo className="h-20 sm:h-28" />}
          >
            Historias y círculos de mujeres que escuchan sin juzgar.
          </Feature>
          <Feature title="Aprendizaje" tone="bg-maiz-suave" drawing={<Libro className="h-20 sm:h-28" />}>
            Un libro cada semana, pódcast y herramientas para crecer a tu ritmo.
          </Feature>
        </ul>
      </section>
      <Holistica />
      <MasSegura />
    </>
  )
}

function Hero() {
  return (
    <section className="relative overflow-hidden bg-(--dibujo-cielo)">
      <Colinas className="absolute inset-x-0 bottom-0 hidden h-2/5 w-full md:block" />
      <div className="relative mx-auto grid w-full max-w-6xl md:grid-cols-[1.05fr_1fr] md:grid-rows-[1fr_auto] md:gap-x-6 md:px-8">
        <HelpNow className="relative z-10 mx-4 mt-1 md:col-start-1 md:row-start-2 md:mx-0 md:mb-14 md:max-w-md" />
        <Jacaranda
          wideHills
          className="-mt-2 -mb-px w-full justify-self-center overflow-visible max-md:max-h-[13.3dvh] max-md:[mask-image:linear-gradient(90deg,transparent,#000_25%_75%,transparent)] md:col-start-2 md:row-span-2 md:row-start-1 md:mt-0 md:scale-[1.1] md:self-end"
        />
        <div className="relative grid content-end gap-4 rounded-t-[2rem] bg-crema px-5 pt-7 pb-2 md:col-start-1 md:row-start-1 md:rounded-none md:bg-transparent md:px-0 md:pt-16 md:pb-8">
          <h1 className="text-[min(2.5rem,13vw)] leading-[1.08] lg:text-[3.5rem]">{brand.tagline}</h1>
          <p className="max-w-md text-lg text-tinta-suave">
            Una alerta para tu gente, un diario solo tuyo y mujeres que te escuchan.
          </p>
          <div className="mt-1 grid gap-3 sm:flex md:grid lg:flex">
            <Link to="/register" className={buttonClass({ size: 'lg' })}>
              Crear mi cuenta
            </Link>
            <Link to="/login" className={buttonClass({ size: 'lg', look: 'secondary' })}>
              Ya tengo cuenta
            </Link>
          </div>
        </div>
      </div>
    </section>
  )
}

/** The hills at the full width of a wide screen. */
function Colinas({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 1200 200" preserveAspectRatio="none" aria-hidden="true" className={className}>
      <path fill="var(--dibujo-colina)" opacity="0.55" d="M0 92C180 20 340 40 560 76s420 60 640-52v176H0Z" />
      <path fill="var(--dibujo-colina)" d="M0 138c240-50 460-44 700-12s340 20 500-22v96H0Z" />
    </svg>
  )
}

type FeatureProps = { title: string; tone: string; drawing: ReactNode; children: ReactNode }

function Feature({ title, tone, drawing, children }: FeatureProps) {
  return (
    <li
      className={`flex flex-wrap items-center gap-4 rounded-tile p-4 sm:grid sm:grid-cols-1 sm:content-between sm:gap-6 sm:p-6 ${tone}`}
    >
      <span className="grid w-24 justify-items-center sm:w-auto sm:justify-items-start">{drawing}</span>
      {/* Beside its drawing as long as its letters have room there. */}
      <div className="grid min-w-0 flex-[1_1_8rem] gap-1.5">
        <h3 className="text-xl min-[22rem]:text-2xl">{title}</h3>
        <p className="text-tinta-suave">{children}</p>
      </div>
    </li>
  )
}

function Holistica() {
  return (
    <section aria-labelledby="holistica" className="mx-auto w-full max-w-6xl px-5 md:px-8">
      <div className="relative grid overflow-hidden rounded-tile bg-[#2c1850] text-white">
        <Noche />
        <div className="relative grid max-w-md justify-items-start gap-4 px-5 pt-8 pb-48 md:p-12 md:pb-28">
          <h2 id="holistica" className="text-3xl md:text-4xl">
            Una pausa para ti
          </h2>
          <p className="max-w-[17rem] text-[#e6d9f5] text-lg md:max-w-sm">
            Rituales, meditaciones y tarot en la Zona Holística. Entra cuando quieras bajar el ruido.
          </p>
          <Link
            to="/register"
            className="inline-flex min-h-13 items-center rounded-control bg-[#f2b544] px-6 font-semibold text-[#221833] text-[1.0625rem] hover:bg-[#f7c667]"
          >
            Conocer la Zona Holística
          </Link>
        </div>
      </div>
    </section>
  )
}

/** How to use the page on a phone that is not only hers, said before she leaves any trace. */
function MasSegura() {
  return (
    <section aria-labelledby="telefono" className="mx-auto w-full max-w-6xl px-5 py-14 md:px-8 md:py-20">
      <div className="flex flex-col gap-4 rounded-tile border border-linea bg-superficie p-5 sm:flex-row sm:gap-6 md:p-8">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-salvia-suave text-salvia-texto">
          <Smartphone aria-hidden="true" className="size-6" />
        </span>
        <div className="grid gap-2">
          <h2 id="telefono" className="text-2xl">
            ¿Alguien más usa o revisa tu teléfono?
          </h2>
          <p className="max-w-prose text-tinta-suave">
            Abre esta página en una ventana privada, o borra tu historial al terminar. El botón{' '}
            <strong className="font-semibold text-tinta">Salir rápido</strong> cambia la pantalla al instante;
            con teclado, presiona tres veces la tecla Mayús. Si puedes, usa un teléfono que nadie más tenga.
          </p>
        </div>
      </div>
    </section>
  )
}
