import { PageTitle } from '../../components/layout/PageTitle.tsx'
import { LecturaPersonal } from './LecturaPersonal.tsx'
import { Practicas } from './Practicas.tsx'
import { Tarot } from './Tarot.tsx'

/** `/holistica`: a reading to book, things to do for oneself, and the cards. */
export function Holistica() {
  return (
    <div className="mx-casa grid max-w-6xl gap-8 px-4 pt-5 md:px-8 md:pt-10">
      <PageTitle>Zona Holística</PageTitle>
      <LecturaPersonal />
      <Tarot />
      <Practicas />
    </div>
  )
}
