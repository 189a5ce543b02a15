import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { reportFailure } from "./trouble/connection.ts";

/** Returns a component whose script is loaded when it is first shown; it shows nothing until then. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return (props) => {
    const [loaded, setLoaded] = useState<{ Component: ComponentType<Props> }>();
    useEffect(() => {
      load().then((Component) => setLoaded({ Component }), reportFailure);
    }, []);
    return loaded === undefined ? null : <loaded.Component {...props} />;
  };
}
