//! Closures that a function of which nothing is known is given: it may call them, no more often than the scope is,
//! with any arguments.

use crate::front::Read;
use crate::ir::Place;
use crate::span::Span;
use crate::ty::Ty;

use super::function::FnCx;
use super::invariants::Mode;
use super::unknown::Given;
use super::unknown_value::Unknown;

impl FnCx<'_, '_> {
    /// Notes a closure that the function is given. One that gives something away when it is called, or when it is
    /// dropped, is refused: how often it is called could be told by that.
    pub(super) fn lend_closure(
        &mut self,
        place: Place,
        ty: &Ty,
        span: Span,
        name: &str,
        given: &mut Given,
    ) -> Read<()> {
        let consumes = self
            .session
            .closures
            .get(ty)
            .is_none_or(|it| it.closure.consumes);
        if self.frame.is_spec || consumes || self.session.drop_is_seen(ty)? {
            let what = format!("a closure that {name} may call, of which nothing is known");
            return self.unsupported(span, what);
        }
        given.anew = true;
        given.called.push((place, ty.clone()));
        Ok(())
    }

    /// Calls the closures that the function is given, each so often and with such arguments as are chosen.
    pub(super) fn call_given(&mut self, given: &Given, unknown: &Unknown) -> Read<()> {
        let span = unknown.span;
        for (at, (place, closure)) in given.called.iter().enumerate() {
            let Some(info) = self.session.closures.get(closure).cloned() else {
                return self.unsupported(span, "a closure that comes from elsewhere");
            };
            let mut calls = unknown.clone();
            // What the function gives and writes is numbered from the other end.
            calls.key.2 = vec![u32::MAX - u32::try_from(at).unwrap_or(0)];
            let done = self.b.label();
            self.b.open();
            let called = self.choose_more(done, &calls.part(0)).and_then(|()| {
                let mut args = Vec::new();
                for (at, param) in info.closure.params.iter().enumerate() {
                    let lowered = self.ty(&param.ty, span)?;
                    let arg = self.b.temp(lowered, span);
                    self.unknown_value(&arg.into(), &param.ty, &calls.part(1 + at))?;
                    self.invariants(Mode::Valid, &arg.into(), &param.ty, span)?;
                    args.push(Place::from(arg).into());
                }
                let ret = self.ty(&info.closure.body.ty, span)?;
                let ret = self.b.temp(ret, span);
                let env = self.environment(closure, place.clone(), span)?;
                self.call_closure(&ret.into(), closure, env, args, span)
            });
            let body = self.b.close();
            self.b.loop_(done, body, span);
            called?;
        }
        Ok(())
    }
}
