import { PageTitle } from '../../components/layout/PageTitle.tsx'
import { Calculadora } from './Calculadora.tsx'
import { Seccion } from './Seccion.tsx'
import { secciones } from './secciones.ts'

/** Conscious sexuality: the calculator, whose dates stay on this device, and six texts to unfold. */
export function Sexualidad() {
  return (
    <div className="mx-casa grid max-w-3xl items-start gap-8 px-4 pt-5 pb-6 md:px-8 md:pt-10 lg:max-w-6xl lg:grid-cols-[2fr_3fr]">
      <header className="col-span-full grid gap-1">
        <PageTitle>Sexualidad Consciente</PageTitle>
        <p className="text-tinta-suave">Tu cuerpo, tu ritmo, tus decisiones.</p>
      </header>
      <Calculadora />
      <section aria-labelledby="para-leer" className="grid gap-3">
        <h2 id="para-leer" className="text-2xl">
          Para leer con calma
        </h2>
        {secciones.map((seccion) => (
          <Seccion key={seccion.archivo} {...seccion} />
        ))}
        <p className="text-sm text-tinta-suave">
          Estos textos informan y acompañan; no sustituyen la consulta con una profesional de la salud.
        </p>
      </section>
    </div>
  )
}
