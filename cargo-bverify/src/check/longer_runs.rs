//! What was not followed to its end, shown by an input: of a loop that never ends, it is the bug.

use lowering::encode::Encoding;

use super::solve::Solving;
use super::tell::named;
use super::{Check, Failure, internal};
use crate::report::convert::Naming;
use crate::report::std_values::Models;
use crate::report::{Input, call};

impl Check<'_> {
    /// A small input whose run takes more rounds than were looked at.
    pub(super) fn longer_run(
        &self,
        encoding: &Encoding,
        solving: &mut Solving<'_>,
    ) -> Result<Option<Box<Input>>, Failure> {
        let found = solving.longest().map_err(|error| self.not_solved(error))?;
        let Some(instance) = found else {
            return Ok(None);
        };
        let pre = encoding.decode(&instance).map_err(internal)?;
        let names = self.argument_names();
        let arguments = names.into_iter().zip(&pre.inputs);
        let arguments: Vec<_> = arguments
            .map(|((name, ty), value)| (name, ty, value.clone()))
            .collect();
        let models = Models {
            types: &self.program.types,
            sources: self.front.sources(),
        };
        let mut naming = Naming::new(models, &named(&arguments), &pre);
        let mut heap = naming.heap(&named(&arguments), &pre);
        let call = call::text(&self.harness.function, &heap);
        heap.roots.splice(0..0, self.consts());
        Ok(Some(Box::new(Input { call, heap })))
    }
}
