import type { Operation } from "./description";

/** A resource with its operations and the resources below it: `rooms` has `tasks`. */
export interface ResourceNode {
  name: string;
  className: string;
  operations: Operation[];
  children: Map<string, ResourceNode>;
}

export function buildTree(operations: readonly Operation[]): ResourceNode {
  const root: ResourceNode = { name: "", className: "", operations: [], children: new Map() };
  for (const operation of operations) {
    let node = root;
    for (const name of operation.resource) {
      const child = node.children.get(name) ?? makeNode(name, node.className);
      node.children.set(name, child);
      node = child;
    }
    node.operations.push(operation);
  }
  return root;
}

/** The class of `rooms.tasks` is `RoomTasksResource`: its path in the singular, and a name that no schema has. */
function makeNode(name: string, parent: string): ResourceNode {
  const own = name.charAt(0).toUpperCase() + name.slice(1);
  const className = `${parent.replace(/s?Resource$/, "")}${own}Resource`;
  return { name, className, operations: [], children: new Map() };
}
