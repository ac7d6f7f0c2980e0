import {
  Baby,
  BookOpenText,
  Coffee,
  Flower2,
  HandHeart,
  HeartHandshake,
  type LucideIcon,
  MessagesSquare,
  MoonStar,
  Rocket,
  Sparkles,
  Sprout,
} from 'lucide-react'

const ICONOS: Record<string, LucideIcon> = {
  amor_propio: HandHeart,
  club_lectura: BookOpenText,
  crecimiento_personal: Sprout,
  espiritualidad: MoonStar,
  maternidad: Baby,
  maternidad_solitaria: HeartHandshake,
  emprendimiento: Rocket,
  sexualidad: Flower2,
  belleza: Sparkles,
  cafe_virtual: Coffee,
}

/** The drawing of a circle by its `icono`; a generic one for any other value (docs/product.md#circles). */
export function iconoOf(icono: string | null): LucideIcon {
  return (icono !== null && Object.hasOwn(ICONOS, icono) && ICONOS[icono]) || MessagesSquare
}
