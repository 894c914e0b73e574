/** A binary heap of numbered items, smallest cost first. An item may be in it several times. */
export class MinHeap {
  #items: number[] = []
  #costs: number[] = []

  push(item: number, cost: number): void {
    const items = this.#items
    const costs = this.#costs
    let at = items.length
    items.push(item)
    costs.push(cost)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (costs[parent]! <= cost) break
      items[at] = items[parent]!
      costs[at] = costs[parent]!
      at = parent
    }
    items[at] = item
    costs[at] = cost
  }

  /** Removes the item with the smallest cost; `undefined` if the heap is empty. */
  pop(): number | undefined {
    const items = this.#items
    const costs = this.#costs
    const first = items[0]
    const lastItem = items.pop()
    const lastCost = costs.pop()
    if (first === undefined || items.length === 0) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= items.length) break
      if (child + 1 < items.length && costs[child + 1]! < costs[child]!) child++
      if (costs[child]! >= lastCost!) break
      items[at] = items[child]!
      costs[at] = costs[child]!
      at = child
    }
    items[at] = lastItem!
    costs[at] = lastCost!
    return first
  }
}
