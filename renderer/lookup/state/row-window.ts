import type { GroupHead } from './result-list.ts'

/** Heights in pixels of a row and of the head of a group. */
type Heights = { readonly row: number; readonly head: number }

/** The list as shown: `count` rows and heads of groups. */
export type ShownList = { readonly count: number; readonly heads: readonly GroupHead[]; readonly heights: Heights }

/** First and last index in the list as shown; `last` is below `first` in an empty list. */
export type IndexRange = { readonly first: number; readonly last: number }

/** Returns the height of the row or head at an index. */
export function heightAt(index: number, { heads, heights }: ShownList): number {
  return heads.some((head) => head.index === index) ? heights.head : heights.row
}

/** Returns the distance from the top of the list to the row or head at an index. `count` gives the whole height. */
export function topOf(index: number, { heads, heights }: ShownList): number {
  const above = heads.filter((head) => head.index < index).length
  return (index - above) * heights.row + above * heights.head
}

/** Returns the indexes that lie, in whole or in part, between two distances from the top of the list. */
export function indexesBetween(top: number, bottom: number, list: ShownList): IndexRange {
  return { first: Math.max(indexAt(top, list), 0), last: indexAt(bottom, list) }
}

/** Returns the indexes of a range that exist in a list of `count`, in order, and `selected` with them. */
export function drawnIndexes({ first, last }: IndexRange, selected: number | null, count: number): readonly number[] {
  const from = Math.max(first, 0)
  const near = Array.from({ length: Math.max(Math.min(last + 1, count) - from, 0) }, (_, place) => from + place)
  if (selected === null || near.includes(selected)) return near
  return selected < from ? [selected, ...near] : [...near, selected]
}

/** Returns the last index that begins at or above a distance from the top; 0 above the list, -1 in an empty list. */
function indexAt(distance: number, list: ShownList): number {
  let low = Math.min(0, list.count - 1)
  let high = list.count - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (topOf(middle, list) <= distance) low = middle
    else high = middle - 1
  }
  return low
}
